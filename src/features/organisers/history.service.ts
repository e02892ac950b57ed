import { Types } from 'mongoose';
import type { ActionNote } from '../../platform/http/action-notes.ts';
import type { HistoryLine } from '../../shared/contracts/organisers.ts';
import { HISTORY } from '../../shared/history.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { HistoryModel, type StoredHistory } from './history.model.ts';

const SHOWN = 100;
/** Longest subject, such as a name. */
const ABOUT_MAX = 120;

interface Done extends ActionNote {
  user: Pick<ViewerUser, 'id' | 'firstName'> | null;
  isImpersonated: boolean;
}

/** Adds a line to an event's history. What an impersonating admin did is in the audit log only. */
export async function keepNote({ subject, what, about, user, isImpersonated }: Done): Promise<void> {
  const kind = HISTORY.find((each) => each === what);
  if (!kind || isImpersonated) return;
  await HistoryModel.create({
    eventId: new Types.ObjectId(subject),
    at: new Date(),
    userId: user && new Types.ObjectId(user.id),
    firstName: user?.firstName ?? '',
    what: kind,
    about: about.slice(0, ABOUT_MAX),
  });
  emitToEvent(subject, 'creator', 'history:added', { eventId: subject });
}

/** The latest lines, newest first. */
export async function listHistory({ id }: Pick<EventRecord, 'id'>): Promise<HistoryLine[]> {
  const found = await HistoryModel.find({ eventId: id }).sort({ _id: -1 }).limit(SHOWN).lean<StoredHistory[]>();
  return found.map((line) => ({
    id: String(line._id),
    at: line.at.toISOString(),
    userId: line.userId ? String(line.userId) : null,
    name: line.firstName,
    what: line.what,
    about: line.about,
  }));
}

/** What a user did at events, for their data export; without names of others. */
export async function* exportHistory(userId: string): AsyncGenerator<object> {
  const lines = HistoryModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ _id: 1 })
    .lean<StoredHistory[]>()
    .cursor() as AsyncIterable<StoredHistory>;
  for await (const { eventId, at, what } of lines) yield { eventId: String(eventId), at, what };
}

/** Removes a deleted user's name; others still see that something was done. Idempotent. */
export async function forgetInHistory(userId: string): Promise<void> {
  await HistoryModel.updateMany({ userId: new Types.ObjectId(userId) }, { $set: { userId: null, firstName: '' } });
}

/** Deletes the history of a purged event. */
export async function purgeHistoryOf(eventId: string): Promise<void> {
  await HistoryModel.deleteMany({ eventId });
}
