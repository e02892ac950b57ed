import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { hasLink } from '../../platform/mail/links.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { Thanks, ThanksKind } from '../../shared/contracts/thanks.ts';
import { THANKS } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { requireOpenGift } from '../events/embargo.service.ts';
import { noteActivity } from '../events/event-activity.service.ts';
import { requireChangeable, type SeenEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { filmPeople } from '../films/film-versions.service.ts';
import { clipPeople, thankYouClips } from '../media/clip-people.service.ts';
import { removeThankYou } from '../media/remove-clip.service.ts';
import { enqueueThanks } from './enqueue-thanks.ts';
import { type StoredThanks, ThanksModel } from './thanks.model.ts';

/** The event, and the role in which its film is thanked for. */
type Seen = Pick<SeenEvent, 'event' | 'role'>;

interface AskedThanks {
  kind: ThanksKind;
  to: string;
  text?: string | undefined;
  mediaId?: string | undefined;
}

/**
 * Stores thanks and sends it when it can no longer be undone. NOT_ALLOWED for makers of the film, WRONG_STATE without
 * one, FIELDS_REFUSED for links and for people who are not in it, LIMIT_REACHED. A repeated heart returns the existing
 * one.
 */
export async function sendThanks(seen: Seen, asked: AskedThanks): Promise<Thanks> {
  const event = requireThanking(seen);
  const people = await addressees(event, asked.to);
  if (asked.text && hasLink(asked.text)) throw refusedField('text', 'Please leave out links and addresses.');
  const clips = asked.mediaId ? await thankYouClips(event.id, [asked.mediaId]) : new Map<string, Media>();
  if (asked.mediaId && !clips.has(asked.mediaId)) throw refusedField('mediaId', 'This video is gone. Record it again.');
  const known = asked.kind === 'heart' ? await heartTo(event, asked.to) : null;
  if (known) return toThanksDto(known, clips);
  if ((await ThanksModel.countDocuments({ eventId: event.id })) >= THANKS.perEvent) {
    throw new AppError('LIMIT_REACHED', {
      message: `You’ve sent ${THANKS.perEvent} thank-yous. That’s all we can take.`,
    });
  }
  const stored = await insert(event, asked, people);
  await enqueueThanks(stored);
  await noteActivity(event.id);
  return toThanksDto(stored, clips);
}

/** Undoes thanks and deletes its video. WRONG_STATE once it is sent. */
export async function takeBackThanks(seen: Seen, id: string): Promise<Thanks> {
  const event = requireThanking(seen);
  const eventId = event.id;
  const gone = await ThanksModel.findOneAndDelete({
    _id: id,
    eventId: event.id,
    sendAt: { $gt: new Date() },
  }).lean<StoredThanks>();
  if (!gone) throw new AppError('WRONG_STATE', { message: 'It’s been sent, so it can’t be taken back any more.' });
  const clips = await clipsOf(eventId, [gone]);
  if (gone.mediaId && clips.has(String(gone.mediaId))) await removeThankYou(event, String(gone.mediaId));
  return { ...toThanksDto(gone, clips), undoUntil: null };
}

/** Thanks of a recipient, oldest first; makers see only sent thanks to everyone. */
export async function listThanks({ event, role }: Seen): Promise<Thanks[]> {
  requireOpenGift(event, role);
  const out = may(role, 'thanks.send') ? {} : { to: 'all', sendAt: { $lte: new Date() } };
  return thanksIn(event.id, out);
}

/** Sent thanks for an archive, oldest first: all of them for a recipient, those to everyone for the makers. */
export async function thanksToKeep(eventId: string, isRecipient: boolean): Promise<Thanks[]> {
  return thanksIn(eventId, { sendAt: { $lte: new Date() }, ...(!isRecipient && { to: 'all' }) });
}

/** Thanks to the sender of a clip, oldest first. */
export async function thanksForClip(eventId: string, mediaId: string): Promise<Thanks[]> {
  const personId = (await clipPeople([mediaId])).get(mediaId)?.personId;
  if (!personId) return [];
  return thanksIn(eventId, { people: personId, sendAt: { $lte: new Date() } });
}

/** Deletes the thanks of a purged event; videos are deleted with its clips. */
export async function purgeThanksOf(eventId: string): Promise<void> {
  await ThanksModel.deleteMany({ eventId });
}

function requireThanking({ event, role }: Seen): EventRecord {
  requireOpenGift(event, role);
  requireChangeable(event);
  if (!event.currentFilmId) throw new AppError('WRONG_STATE', { message: 'There’s no film yet.' });
  return event;
}

async function addressees(event: EventRecord, to: string): Promise<string[]> {
  const ids = (await filmPeople(event.currentFilmId ?? '')).flatMap(({ id }) => id ?? []);
  const reached = to === 'all' ? ids : ids.filter((id) => id === to);
  if (reached.length === 0) throw refusedField('to', 'This person isn’t in the film any more.');
  return reached;
}

async function insert(event: EventRecord, asked: AskedThanks, people: string[]): Promise<StoredThanks> {
  const sendAt = new Date(Date.now() + THANKS.undo + THANKS.grace);
  const { kind, to, mediaId = null } = asked;
  const text = kind === 'note' ? (asked.text ?? null) : null;
  try {
    return (await ThanksModel.create({ eventId: event.id, kind, to, people, text, mediaId, sendAt })).toObject();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const twin = await heartTo(event, to);
    if (!twin) throw error;
    return twin;
  }
}

async function heartTo({ id }: EventRecord, to: string): Promise<StoredThanks | null> {
  return ThanksModel.findOne({ eventId: id, to, kind: 'heart' }).lean<StoredThanks>();
}

async function thanksIn(eventId: string, filter: object): Promise<Thanks[]> {
  const found = await ThanksModel.find({ eventId, ...filter })
    .sort({ createdAt: 1 })
    .lean<StoredThanks[]>();
  const clips = await clipsOf(eventId, found);
  // A removed video also removes its thanks.
  return found
    .filter(({ mediaId }) => mediaId == null || clips.has(String(mediaId)))
    .map((each) => toThanksDto(each, clips));
}

function clipsOf(eventId: string, found: readonly StoredThanks[]): Promise<Map<string, Media>> {
  return thankYouClips(
    eventId,
    found.flatMap(({ mediaId }) => (mediaId ? [String(mediaId)] : [])),
  );
}

function toThanksDto(stored: StoredThanks, clips: ReadonlyMap<string, Media>): Thanks {
  const { _id, eventId, kind, to, text, mediaId, sendAt, createdAt } = stored;
  const undoUntil = new Date(sendAt.getTime() - THANKS.grace);
  return {
    id: String(_id),
    eventId: String(eventId),
    kind,
    to,
    text: text ?? null,
    media: clips.get(String(mediaId)) ?? null,
    undoUntil: undoUntil > new Date() ? undoUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

function refusedField(field: string, words: string): AppError {
  return new AppError('FIELDS_REFUSED', { message: words, fields: { [field]: words } });
}
