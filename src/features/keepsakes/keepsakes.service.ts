import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { Keepsake } from '../../shared/contracts/keepsakes.ts';
import type { Role } from '../../shared/permissions.ts';
import { CURRENCY } from '../../shared/pricing.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireOpenGift } from '../events/embargo.service.ts';
import { requireChangeable, type SeenEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { currentFilmDue } from '../films/film-versions.service.ts';
import { enqueuePacking } from './enqueue-packing.ts';
import { gather, type Kept } from './gather.ts';
import { mayBeHandedOut } from './handed-out.ts';
import { type KeepsakeAudience, KeepsakeLeaveModel, KeepsakeModel, type StoredKeepsake } from './keepsake.model.ts';

type Seen = Pick<SeenEvent, 'event' | 'role'>;

interface Look {
  /** Also with its content while it is packed. Default: false, as all files are looked at for it. */
  isWhole?: boolean;
}

/** The archive of an event, for its makers or its recipients. WRONG_STATE for a gift that is not open. */
export async function viewKeepsake({ event, role }: Seen, { isWhole = false }: Look = {}): Promise<Keepsake> {
  requireOpenGift(event, role);
  const audience = audienceOf(role);
  const isForRecipients = await mayRecipients(event.id);
  const isClosed = audience === 'recipients' && !isForRecipients;
  const stored = isClosed ? null : await storedKeepsake(event.id, audience);
  const isGathered = isWhole || stored?.status !== 'packing';
  return toKeepsakeDto(stored, {
    kept: !isClosed && isGathered ? await gather(event, audience) : null,
    isClosed,
    isForRecipients: audience === 'makers' ? isForRecipients : null,
  });
}

/**
 * Packs the archive, unless it is being packed or is there as it would be. NOT_ALLOWED for recipients without leave,
 * WRONG_STATE without a film, PAYMENT_REQUIRED before it is paid for.
 */
export async function packKeepsake(seen: Seen, { user }: Viewer): Promise<Keepsake> {
  const { event, role } = seen;
  // A gift that is put away is kept like any other: packing changes nothing of it.
  if (event.status !== 'archived') requireChangeable(event);
  requireOpenGift(event, role);
  const audience = audienceOf(role);
  if (audience === 'recipients' && !(await mayRecipients(event.id))) {
    throw new AppError('NOT_ALLOWED', { message: 'The person who made this hasn’t opened it for you yet. Ask them.' });
  }
  const kept = await gather(event, audience);
  if (!kept) throw new AppError('WRONG_STATE', { message: 'There’s no film yet. Publish it first.' });
  const amount = await currentFilmDue(event);
  if (amount > 0) {
    throw new AppError('PAYMENT_REQUIRED', {
      message: 'This film isn’t paid for, so it can’t be kept yet. Pay for it in the studio first.',
      details: { amount, currency: CURRENCY },
    });
  }
  const askedBy = audience === 'makers' ? (user?.id ?? null) : null;
  const stored = await claim(event, { audience, mark: kept.mark, askedBy });
  if (stored) await enqueuePacking(stored);
  return viewKeepsake(seen);
}

/** Lets recipients have an archive, too, or no longer. */
export async function allowKeepsake(seen: Seen, isForRecipients: boolean): Promise<Keepsake> {
  requireChangeable(seen.event);
  await KeepsakeLeaveModel.updateOne({ _id: seen.event.id }, { $set: { isForRecipients } }, { upsert: true });
  return viewKeepsake(seen);
}

/** Whether recipients may have an archive. */
export async function mayRecipients(eventId: string): Promise<boolean> {
  return (await KeepsakeLeaveModel.findById(eventId).lean())?.isForRecipients === true;
}

interface Asked {
  audience: KeepsakeAudience;
  mark: string;
  askedBy: string | null;
}

/** Null if it is there already, or being packed. */
async function claim({ id: eventId }: EventRecord, { audience, mark, askedBy }: Asked): Promise<StoredKeepsake | null> {
  const isOver = { expiresAt: { $lte: new Date() } };
  const old = { status: 'ready' as const, $or: [{ mark: { $ne: mark } }, { clipIds: null }, isOver] };
  const stale = { $or: [{ status: 'failed' as const }, old] };
  const start = { status: 'packing' as const, mark, askedBy, jobId: null };
  try {
    return await KeepsakeModel.findOneAndUpdate(
      { eventId, audience, ...stale },
      { $set: start },
      { upsert: true, returnDocument: 'after' },
    ).lean<StoredKeepsake>();
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Null without one that may be handed out. */
async function storedKeepsake(eventId: string, audience: KeepsakeAudience): Promise<StoredKeepsake | null> {
  const stored = await KeepsakeModel.findOne({ eventId, audience }).lean<StoredKeepsake>();
  if (stored?.status !== 'ready') return stored;
  const isOver = stored.expiresAt && stored.expiresAt <= new Date();
  return isOver || !(await mayBeHandedOut(stored)) ? null : stored;
}

function audienceOf(role: Role): KeepsakeAudience {
  return isMaker(role) ? 'makers' : 'recipients';
}

interface Beside {
  kept: Kept | null;
  isClosed: boolean;
  isForRecipients: boolean | null;
}

async function toKeepsakeDto(
  stored: StoredKeepsake | null,
  { kept, isClosed, isForRecipients }: Beside,
): Promise<Keepsake> {
  const job = stored?.status === 'packing' && stored.jobId ? await platform().queue.status(stored.jobId) : null;
  const isReady = stored?.status === 'ready' && stored.key !== null;
  return {
    status: isClosed ? 'closed' : (stored?.status ?? 'none'),
    progress: isReady ? 1 : (job?.progress ?? 0),
    step: job?.step ?? '',
    url: isReady ? urlOf(stored) : null,
    bytes: isReady ? (stored.bytes ?? null) : null,
    expiresAt: isReady ? (stored.expiresAt?.toISOString() ?? null) : null,
    isOld: isReady && kept !== null && stored.mark !== kept.mark,
    isForRecipients,
    content: kept && {
      length: kept.film.length,
      clips: kept.clips.length,
      lines: kept.lines.length,
      thanks: kept.thanks.length,
      bytes: kept.bytes,
    },
  };
}

/** As long as the archive is kept: a download may be resumed days later. */
function urlOf({ _id, mark, expiresAt }: StoredKeepsake): string {
  const reference = { kind: 'keepsake', id: String(_id), variant: 'zip', scope: 'own' } as const;
  return signedFileUrl(reference, mark.slice(0, 8), expiresAt?.getTime());
}
