import type { GuestbookEntry } from '../../shared/contracts/guestbook.ts';
import type { StoredEntry } from './guestbook.model.ts';

/** @param own contributor keys of the reader */
export function toEntryDto(stored: StoredEntry, own: readonly string[]): GuestbookEntry {
  const { _id, eventId, name, text, reaction, hidden, author, createdAt } = stored;
  return {
    id: String(_id),
    eventId: String(eventId),
    name,
    text: text ?? null,
    reaction: reaction ?? null,
    hidden,
    mine: own.includes(author),
    createdAt: createdAt.toISOString(),
  };
}
