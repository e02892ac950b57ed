import { randomUUID } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { ChatPresenceModel } from './chat.model.ts';

/** Place of staff that is ready to answer. */
export const DESK = 'staff';

const HEARTBEAT = 15_000;
/** A process without a heartbeat for this long has ended, in milliseconds. */
const VALID_FOR = 45_000;
/** Tolerates navigation between pages, in milliseconds. */
const GRACE = 3000;

const processId = randomUUID();
const counts = new Map<string, number>();
let heartbeat: NodeJS.Timeout | null = null;
let writing: Promise<unknown> = Promise.resolve();

/**
 * Registers a connection at a place: `DESK`, or a conversation id.
 * @param onChange called for the first arrival and the last departure
 * @returns a function that unregisters it; idempotent
 */
export function arrive(place: string, onChange: () => void = () => undefined): () => void {
  const count = (counts.get(place) ?? 0) + 1;
  counts.set(place, count);
  if (count === 1) write(place).then(onChange).catch(quietly);
  heartbeat ??= setInterval(keepFresh, HEARTBEAT).unref();
  let isGone = false;
  return () => {
    if (isGone) return;
    isGone = true;
    setTimeout(() => depart(place, onChange), GRACE).unref();
  };
}

/** Which of these places are occupied, in any process. */
export async function whoIsHere(places: readonly string[]): Promise<Set<string>> {
  if (places.length === 0) return new Set();
  const since = new Date(Date.now() - VALID_FOR);
  return new Set(await ChatPresenceModel.distinct('place', { place: { $in: places }, at: { $gt: since } }));
}

export async function isHere(place: string): Promise<boolean> {
  return (await whoIsHere([place])).has(place);
}

/** Whether staff is online. */
export function isStaffed(): Promise<boolean> {
  return isHere(DESK);
}

function depart(place: string, onChange: () => void): void {
  const count = (counts.get(place) ?? 1) - 1;
  if (count > 0) {
    counts.set(place, count);
    return;
  }
  counts.delete(place);
  write(place).then(onChange).catch(quietly);
  if (counts.size === 0 && heartbeat) {
    clearInterval(heartbeat);
    heartbeat = null;
  }
}

/** Writes the current state in order: concurrent writes could end with an outdated one. */
function write(place: string): Promise<unknown> {
  writing = writing.then(() => store(place)).catch(quietly);
  return writing;
}

async function store(place: string): Promise<void> {
  const _id = `${processId}:${place}`;
  const here = { process: processId, place, at: new Date() };
  if (counts.has(place)) await ChatPresenceModel.updateOne({ _id }, { $set: here }, { upsert: true });
  else await ChatPresenceModel.deleteOne({ _id });
}

/** Refreshes present places, and repairs failed writes. Called periodically. */
export function keepFresh(): Promise<unknown> {
  writing = writing.then(storeAll).catch(quietly);
  return writing;
}

async function storeAll(): Promise<void> {
  const places = [...counts.keys()];
  await ChatPresenceModel.deleteMany({ process: processId, place: { $nin: places } });
  const here = { process: processId, place: { $in: places } };
  const { matchedCount } = await ChatPresenceModel.updateMany(here, { $set: { at: new Date() } });
  if (matchedCount < places.length) await Promise.all(places.map(store));
}

/** Ignore failures: the next heartbeat repeats the write. */
function quietly(error: unknown): void {
  try {
    platform().log.debug({ err: error }, 'could not note who is in the chat');
  } catch {
    // The process is ending.
  }
}
