import { NEWS_TYPES } from '../../shared/contracts/notifications.ts';
import { isOneOf } from '../../shared/known-values.ts';
import { NewsModel } from './news.model.ts';

/** Whether the latest line of this kind about an event was seen by a user; false if there is none. */
export async function wasSeen(of: { userId: string; eventId: string; type: string }): Promise<boolean> {
  const { userId, eventId, type } = of;
  if (!isOneOf(NEWS_TYPES, type)) return false;
  const last = await NewsModel.findOne({ userId, type, eventId }).sort({ startedAt: -1 }).lean();
  return last !== null && last.seenAt !== null;
}
