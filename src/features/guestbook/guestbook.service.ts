import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { hasLink } from '../../platform/mail/links.ts';
import type { GuestbookEntry } from '../../shared/contracts/guestbook.ts';
import { recordOf } from '../../shared/known-values.ts';
import { GUESTBOOK } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { REACTIONS, type Reaction } from '../../shared/reactions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { noteActivity } from '../events/event-activity.service.ts';
import { requireChangeable, type SeenEvent } from '../events/events.access.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { contributorKeys } from '../media/contributor-identity.service.ts';
import { announceEntry } from './change-entry.ts';
import { toEntryDto } from './guestbook.dto.ts';
import { GuestbookModel, type StoredEntry } from './guestbook.model.ts';

const ofAddress = createLimiter('guestbook', { points: 60, seconds: 3600 });

type Seen = Pick<SeenEvent, 'event' | 'roles'>;

/** Who writes. */
export interface Author {
  /** Contributor keys of the browser or account; the first is stored. */
  keys: readonly [string, ...string[]];
  userId: string | null;
  ip: string;
}

/** By which a reader's own lines are known; the first is stored. */
export function guestbookKeysOf({
  event,
  ...reader
}: Pick<SeenEvent, 'event' | 'role'> & { viewer: Viewer; browser: string }): [string, ...string[]] {
  return contributorKeys(event.id, reader);
}

export interface GuestbookPage {
  entries: GuestbookEntry[];
  meta: { total: number; nextCursor: string | null; reactions: Record<Reaction, number> };
}

/** Lines, newest first; `cursor` is the last id seen. Reactions without a line are counted only. */
export async function listGuestbook(
  { event, roles }: Seen,
  page: { cursor?: string | undefined; limit: number },
  own: readonly string[],
): Promise<GuestbookPage> {
  const eventId = new Types.ObjectId(event.id);
  const shown = may(roles, 'guestbook.hide') ? { eventId } : { eventId, hidden: false };
  const before = page.cursor && Types.ObjectId.isValid(page.cursor) ? { _id: { $lt: page.cursor } } : {};
  const [found, total, reactions] = await Promise.all([
    GuestbookModel.find({ ...shown, ...before })
      .sort({ _id: -1 })
      .limit(page.limit + 1)
      .lean<StoredEntry[]>(),
    GuestbookModel.countDocuments(shown),
    GuestbookModel.aggregate<{ _id: Reaction | null; count: number }>([
      { $match: { eventId, hidden: false } },
      { $group: { _id: '$reaction', count: { $sum: 1 } } },
    ]),
  ]);
  const entries = found.slice(0, page.limit).map((each) => toEntryDto(each, own));
  const countOf = (name: Reaction) => reactions.find(({ _id }) => _id === name)?.count ?? 0;
  const nextCursor = found.length > page.limit ? (entries.at(-1)?.id ?? null) : null;
  return { entries, meta: { total, nextCursor, reactions: recordOf(REACTIONS, countOf) } };
}

/** Lines that everybody sees, oldest first, for an archive. */
export async function guestbookToKeep(
  eventId: string,
): Promise<Pick<GuestbookEntry, 'name' | 'text' | 'reaction' | 'createdAt'>[]> {
  const found = await GuestbookModel.find({ eventId, hidden: false }).sort({ _id: 1 }).lean<StoredEntry[]>();
  return found.map((each) => toEntryDto(each, []));
}

/**
 * Adds a line or a reaction; the same from the same author is stored once. FIELDS_REFUSED for links, LIMIT_REACHED,
 * TOO_MANY_REQUESTS.
 */
export async function sign(
  { event }: Seen,
  author: Author,
  { name, text, reaction }: { name: string; text?: string | undefined; reaction?: Reaction | undefined },
): Promise<GuestbookEntry> {
  requireChangeable(event);
  refuseLinks({ name, text });
  const { isOver, secondsLeft } = await ofAddress.count(addressKey(author.ip));
  if (isOver) throw tooMany(secondsLeft);
  const [key] = author.keys;
  const content = createHash('sha256')
    .update(`${text ?? ''}\n${reaction ?? ''}`)
    .digest('base64url');
  const entry = { eventId: event.id, author: key, content };
  const known = await GuestbookModel.findOne(entry).lean<StoredEntry>();
  if (known) return toEntryDto(known, author.keys);
  await requireRoom(event.id, key);
  try {
    const stored = (
      await GuestbookModel.create({ ...entry, name, text: text || null, reaction: reaction ?? null })
    ).toObject();
    announceEntry(stored, 'guestbook:added');
    await noteActivity(event.id);
    const facts = { names: [name] };
    await tellNews({ eventId: event.id, type: 'guestbook', key: String(stored._id), facts, by: author });
    return toEntryDto(stored, author.keys);
  } catch (error) {
    const twin = isDuplicateKey(error) ? await GuestbookModel.findOne(entry).lean<StoredEntry>() : null;
    if (!twin) throw error;
    return toEntryDto(twin, author.keys);
  }
}

async function requireRoom(eventId: string, author: string): Promise<void> {
  const [all, own] = await Promise.all([
    GuestbookModel.countDocuments({ eventId }),
    GuestbookModel.countDocuments({ eventId, author }),
  ]);
  if (own >= GUESTBOOK.ownMax) {
    throw new AppError('LIMIT_REACHED', {
      message: `You’ve written ${GUESTBOOK.ownMax} times. Leave some room for the others.`,
    });
  }
  if (all >= GUESTBOOK.eventMax) throw new AppError('LIMIT_REACHED', { message: 'The guestbook is full.' });
}

function refuseLinks(said: { name: string; text?: string | undefined }): void {
  const message = 'Please leave out links and addresses.';
  const fields = {
    ...(hasLink(said.name) && { name: message }),
    ...(hasLink(said.text ?? '') && { text: message }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('FIELDS_REFUSED', { message, fields });
}
