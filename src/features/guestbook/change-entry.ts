import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { GuestbookEntry } from '../../shared/contracts/guestbook.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { entryGone } from './domain-events.ts';
import { toEntryDto } from './guestbook.dto.ts';
import { GuestbookModel, type StoredEntry } from './guestbook.model.ts';

/** Hides a line or shows it again. */
export async function hide(entry: StoredEntry, hidden: boolean, own: readonly string[]): Promise<GuestbookEntry> {
  await GuestbookModel.updateOne({ _id: entry._id }, { $set: { hidden } });
  announceEntry(entry, 'guestbook:updated');
  if (hidden) await tellGone(entry);
  return toEntryDto({ ...entry, hidden }, own);
}

/** Deletes a line. NOT_ALLOWED for those of others. */
export async function takeBack(entry: StoredEntry, own: readonly string[]): Promise<GuestbookEntry> {
  if (!own.includes(entry.author))
    throw new AppError('NOT_ALLOWED', { message: 'You can only take back your own line.' });
  await GuestbookModel.deleteOne({ _id: entry._id });
  announceEntry(entry, 'guestbook:updated');
  await tellGone(entry);
  return toEntryDto(entry, own);
}

/** Visitors hear the event, too: who may read fetches the line. */
export function announceEntry({ _id, eventId }: StoredEntry, name: 'guestbook:added' | 'guestbook:updated'): void {
  emitToEvent(String(eventId), 'everyone', name, { id: String(_id), eventId: String(eventId) });
}

async function tellGone({ _id, eventId }: StoredEntry): Promise<void> {
  for (const err of await entryGone.emit({ eventId: String(eventId), entryId: String(_id) })) {
    platform().log.error({ err }, 'a hidden line could not be taken out of the news');
  }
}
