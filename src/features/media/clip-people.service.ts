import { createHash } from 'node:crypto';
import type { Media, MediaKind } from '../../shared/contracts/media.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { toReceipt } from './clip-steps.ts';
import { personOf } from './contributor-identity.service.ts';
import { type MediaAudience, toMediaDto } from './media.dto.ts';
import { isTakenOut, MediaModel, type StoredMedia } from './media.model.ts';
import { firstWord } from './media.queries.ts';

/** Sender of a clip, with its appearance. */
export interface ClipPerson {
  /** Equal for all clips of a person in an event; not a key. */
  personId: string;
  kind: MediaKind;
  posterUrl: string | null;
  text: string | null;
}

/** Senders by clip id; missing clips are absent. */
export async function clipPeople(
  ids: readonly string[],
  audience: MediaAudience = 'viewer',
): Promise<Map<string, ClipPerson>> {
  const found = await MediaModel.find({ _id: { $in: ids }, deletedAt: null }).lean<StoredMedia[]>();
  return new Map(
    found.map((clip) => {
      const { kind, posterUrl, text } = toMediaDto(clip, audience);
      return [String(clip._id), { personId: personIdOf(clip), kind, posterUrl, text }];
    }),
  );
}

/** A person who left an address. */
export interface MailedPerson {
  /** Lowercase. */
  email: string;
  firstName: string;
  /** Of their latest clip. */
  receiptUrl: string;
}

/** People with these ids who left an address, each address once. */
export async function mailedPeople(event: EventRecord, personIds: readonly string[]): Promise<MailedPerson[]> {
  const wanted = new Set(personIds);
  const clips = await MediaModel.find({
    eventId: event.id,
    deletedAt: null,
    isThankYou: false,
    'contributor.email': { $ne: null },
  })
    .sort({ createdAt: -1 })
    .lean<StoredMedia[]>();
  const people = new Map<string, MailedPerson>();
  for (const clip of clips) {
    const email = clip.contributor?.email?.trim().toLowerCase();
    if (!email || people.has(email) || !wanted.has(personIdOf(clip))) continue;
    const firstName = firstWord(clip.contributor?.name ?? '');
    people.set(email, { email, firstName, receiptUrl: toReceipt(clip, event).receiptUrl });
  }
  return [...people.values()];
}

/** A recipient's own videos among these ids, for those who receive them. */
export async function thankYouClips(eventId: string, ids: readonly string[]): Promise<Map<string, Media>> {
  if (ids.length === 0) return new Map();
  const clips = await MediaModel.find({ _id: { $in: ids }, eventId, isThankYou: true, deletedAt: null }).lean<
    StoredMedia[]
  >();
  const shown = clips.filter((clip) => !isTakenOut(clip));
  return new Map(shown.map((clip) => [String(clip._id), toMediaDto(clip, 'viewer')]));
}

function personIdOf({ eventId, contributor }: StoredMedia): string {
  const hash = createHash('sha256').update(`person\n${eventId}\n${personOf(contributor)}`);
  return hash.digest('base64url').slice(0, 22);
}
