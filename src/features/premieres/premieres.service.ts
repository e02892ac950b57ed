import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Premiere, PremiereAction, PremiereWithFilm } from '../../shared/contracts/premieres.ts';
import type { PremiereRoom } from '../../shared/contracts/socket-events.ts';
import { type PremiereRun, positionAt, statusAt } from '../../shared/premiere-clock.ts';
import { momentInWords } from '../../shared/zone-words.ts';
import { isEmbargoed, isWithheld } from '../events/embargo.service.ts';
import { requireChangeable, type SeenEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { currentFilm } from '../films/film-versions.service.ts';
import { requireOn } from '../switches/switches.service.ts';
import { PremiereModel, PremiereReactionModel, PremiereSeatModel, type StoredPremiere } from './premiere.model.ts';
import { premiereRoom } from './premiere-room.ts';
import { roomOf } from './seats.ts';

/** Furthest start of a premiere, in milliseconds from now. */
const FURTHEST = 366 * 24 * 3_600_000;
/** Tolerates a slow host who starts at once. */
const PAST = 60_000;
/** Between a host's tap and the moment when it happens everywhere, in milliseconds. */
const NOTICE = 1500;
/** A countdown for everyone, when the host starts before the time. */
const COUNTDOWN = 5000;
/** The film's address is handed out this long before the start, so that browsers can load its beginning. */
const AHEAD = 60_000;
const NOT_NOW = 'New premieres can’t be planned right now. The film can still be given and watched by everyone.';

/**
 * Plans a premiere, or moves it while it has not begun; one that is over is planned again. FIELDS_REFUSED for times in
 * the past, too far away or before the gift opens; WRONG_STATE without a film, before its payment, and while it plays;
 * PROVIDER_DOWN while new ones are switched off.
 */
export async function planPremiere({ event }: Pick<SeenEvent, 'event'>, startsAt: Date): Promise<Premiere> {
  requireChangeable(event);
  const now = Date.now();
  if (!event.currentFilmId) throw wrongState('Finish the film first. Then you can watch it together.');
  if (isEmbargoed(event, startsAt)) throw refusedStart(opensLater(event, startsAt));
  await requirePaid(event);
  if (startsAt.getTime() < now - PAST) throw refusedStart('This time is over. Choose a later one.');
  if (startsAt.getTime() > now + FURTHEST) throw refusedStart('Choose a time within a year.');
  const stored = await storedPremiere(event.id);
  const status = stored && statusAt(await runOf(stored, event), now);
  if (status === 'playing' || status === 'paused') throw wrongState('The film is playing. End it first.');
  if (!status || status === 'over') await requireOn('premieres', event.creatorId, NOT_NOW);
  await PremiereModel.updateOne(
    { eventId: event.id },
    { $set: { startsAt, at: startsAt, position: 0, isPaused: false, endedAt: null }, $inc: { revision: 1 } },
    { upsert: true },
  );
  return announce(event);
}

/**
 * Carries out a host's wish for everyone. WRONG_STATE if it does not fit what is happening, if the film would start before
 * the gift opens or is paid for, and if another host was faster.
 */
export async function directPremiere(
  { event }: Pick<SeenEvent, 'event'>,
  { action, position }: { action: PremiereAction; position?: number | undefined },
): Promise<Premiere> {
  requireChangeable(event);
  const stored = await storedPremiere(event.id);
  if (!stored) throw noPremiere();
  const now = Date.now();
  const run = await runOf(stored, event);
  const change = changeFor(run, action, now, position);
  if (action === 'start') {
    const begin = change.startsAt ?? new Date(now);
    if (isEmbargoed(event, begin)) throw wrongState(opensLater(event, begin));
    await requirePaid(event);
  }
  const done = await PremiereModel.updateOne(
    { eventId: event.id, revision: stored.revision },
    { $set: change, $inc: { revision: 1 } },
  );
  if (done.matchedCount === 0) throw wrongState('Someone else has just changed this. Look again.');
  return announce(event);
}

type Change = Partial<Pick<StoredPremiere, 'startsAt' | 'at' | 'position' | 'isPaused' | 'endedAt'>>;

function changeFor(run: PremiereRun, action: PremiereAction, now: number, position = 0): Change {
  const status = statusAt(run, now);
  const soon = new Date(now + NOTICE);
  if (status === 'over') throw wrongState('The premiere is over.');
  if (action === 'end') return { endedAt: new Date(now) };
  if (status === 'planned' || status === 'lobby') {
    if (action !== 'start') throw wrongState('The film hasn’t started yet.');
    const begin = new Date(Math.min(now + COUNTDOWN, run.startsAt));
    return { startsAt: begin, at: begin, position: 0 };
  }
  if (action === 'start') throw wrongState('The film has started already.');
  if (action === 'seek') return { position: Math.min(position, run.length), at: soon };
  if (action === 'pause') return { position: positionAt(run, now), at: new Date(now), isPaused: true };
  return { at: status === 'paused' ? soon : new Date(run.at), isPaused: false };
}

/** The premiere of an event for somebody in its room; NOT_FOUND if none is planned. */
export async function viewPremiere({ event }: Pick<SeenEvent, 'event'>): Promise<PremiereWithFilm> {
  const premiere = await premiereOf(event);
  if (!premiere) throw noPremiere();
  const isNear = Date.now() >= Date.parse(premiere.startsAt) - AHEAD && premiere.status !== 'over';
  // The room's addresses play for nobody while the gift is closed, its makers included.
  const isClosed = isNear && (await isWithheld(event));
  return { ...premiere, isClosed, film: isNear && !isClosed ? ((await currentFilm(event, 'seen')) ?? null) : null };
}

/** The premiere of an event, or null. @param room when it is known */
export async function premiereOf(event: EventRecord, room?: PremiereRoom): Promise<Premiere | null> {
  const stored = await storedPremiere(event.id);
  if (!stored) return null;
  const run = await runOf(stored, event);
  const { viewers } = room ?? (await roomOf(event.id));
  return {
    eventId: event.id,
    startsAt: stored.startsAt.toISOString(),
    status: statusAt(run, Date.now()),
    position: run.position,
    at: stored.at.toISOString(),
    isPaused: run.isPaused,
    isEnded: run.isEnded,
    length: run.length,
    viewers,
    revision: stored.revision,
  };
}

/** The premiere of an event, or null, and who is in its room. */
export async function premiereAndRoom(event: EventRecord): Promise<{ premiere: Premiere | null; room: PremiereRoom }> {
  const room = await roomOf(event.id);
  return { premiere: await premiereOf(event, room), room };
}

/** Where the film is now in seconds; null while it is not playing. */
export async function playingPosition(event: EventRecord): Promise<number | null> {
  const stored = await storedPremiere(event.id);
  if (!stored) return null;
  const run = await runOf(stored, event);
  const now = Date.now();
  return statusAt(run, now) === 'playing' ? positionAt(run, now) : null;
}

/** Whether a premiere is planned for later. */
export async function isPremiereAhead(eventId: string, now: Date): Promise<boolean> {
  const stored = await storedPremiere(eventId);
  return stored !== null && stored.endedAt == null && stored.startsAt > now;
}

/** Deletes the premiere of a purged event. */
export async function purgePremiereOf(eventId: string): Promise<void> {
  await PremiereModel.deleteOne({ eventId });
  await PremiereReactionModel.deleteMany({ eventId });
  await PremiereSeatModel.deleteMany({ eventId });
}

function opensLater({ deliverAt, timeZone }: EventRecord, start: Date): string {
  const opens = momentInWords(deliverAt ?? start, timeZone);
  return `The gift opens on ${opens}. Start then or later, or deliver it earlier.`;
}

/** WRONG_STATE for a film that is not given yet and still has to be paid for; a planned gift is paid when it opens. */
async function requirePaid(event: EventRecord): Promise<void> {
  if (!isEmbargoed(event) && (await isWithheld(event)))
    throw wrongState('Pay for the film first. Then you can watch it together.');
}

async function announce(event: EventRecord): Promise<Premiere> {
  const premiere = await premiereOf(event);
  if (!premiere) throw noPremiere();
  platform().sockets.emitToRoom(premiereRoom(event.id), 'premiere:state', premiere);
  return premiere;
}

function storedPremiere(eventId: string): Promise<StoredPremiere | null> {
  return PremiereModel.findOne({ eventId }).lean<StoredPremiere>().exec();
}

async function runOf(stored: StoredPremiere, event: EventRecord): Promise<PremiereRun> {
  const film = await currentFilm(event, 'seen');
  return {
    startsAt: stored.startsAt.getTime(),
    position: stored.position,
    at: stored.at.getTime(),
    isPaused: stored.isPaused,
    isEnded: stored.endedAt != null,
    length: film?.length ?? 0,
  };
}

function noPremiere(): AppError {
  return new AppError('NOT_FOUND', { message: 'No premiere is planned here.' });
}

function wrongState(message: string): AppError {
  return new AppError('WRONG_STATE', { message });
}

function refusedStart(words: string): AppError {
  return new AppError('FIELDS_REFUSED', { message: words, fields: { startsAt: words } });
}
