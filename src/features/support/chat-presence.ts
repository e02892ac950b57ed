import { randomUUID } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { ChatPresenceModel } from './chat.model.ts';

/** Where staff are: at the desk, ready to answer. */
export const DESK = 'staff';

const HEARTBEAT = 15_000;
/** A process that has not said so for this long is gone with everybody who was there. */
const BELIEVED = 45_000;
/** Whoever goes to another page is back within this time and was never away. */
const GRACE = 3000;

const processId = randomUUID();
const counts = new Map<string, number>();
let heartbeat: NodeJS.Timeout | null = null;
let writing: Promise<unknown> = Promise.resolve();

/**
 * Notes that a connection of this process is at a place: `DESK`, or a conversation's id.
 * @param onChange called when the first one came and when the last one has gone
 * @returns what takes it away again; counts once
 */
export function arrive(place: string, onChange: () => void = () => undefined): () => void {
  const count = (counts.get(place) ?? 0) + 1;
  counts.set(place, count);
  if (count === 1) void write(place).then(onChange);
  heartbeat ??= setInterval(keepFresh, HEARTBEAT).unref();
  let isGone = false;
  return () => {
    if (isGone) return;
    isGone = true;
    setTimeout(() => depart(place, onChange), GRACE).unref();
  };
}

/** Which of these places somebody is at, in whichever process. */
export async function whoIsHere(places: readonly string[]): Promise<Set<string>> {
  if (places.length === 0) return new Set();
  const since = new Date(Date.now() - BELIEVED);
  return new Set(await ChatPresenceModel.distinct('place', { place: { $in: places }, at: { $gt: since } }));
}

export async function isHere(place: string): Promise<boolean> {
  return (await whoIsHere([place])).has(place);
}

/** Whether somebody of us is there to answer now. */
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
  void write(place).then(onChange);
  if (counts.size === 0 && heartbeat) {
    clearInterval(heartbeat);
    heartbeat = null;
  }
}

/** Writes what is true when its turn comes, one after the other: two that overtake each other would leave the wrong one. */
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

/** Says that who is here still is, and mends what an earlier write that failed has left behind. Called by and by. */
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

/** Who is there is told again by the next heartbeat; nothing depends on one write. */
function quietly(error: unknown): void {
  try {
    platform().log.debug({ err: error }, 'could not note who is in the chat');
  } catch {
    // The process is ending and there is nobody to tell.
  }
}
