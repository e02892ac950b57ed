import { flag } from './flag-clip.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/**
 * Puts a reported clip before staff, again if they cleared it before; what they took out stays out. False for a clip that
 * is not in the event.
 */
export async function flagReported(eventId: string, id: string): Promise<boolean> {
  const media = await MediaModel.findOne({ _id: id, eventId, deletedAt: null }).lean<StoredMedia>();
  if (!media) return false;
  await flag(media, ['reported']);
  return true;
}
