import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { platform } from '../../platform/platform.ts';
import type { PremiereRoom } from '../../shared/contracts/socket-events.ts';
import { PremiereSeatModel, type StoredSeat } from './premiere.model.ts';
import { premiereRoom } from './premiere-room.ts';

/** Names that the room shows. */
const FACES = 11;
const HEARTBEAT = 20_000;
/** A seat whose process has not said so for this long is empty, in milliseconds. */
const VALID_FOR = 60_000;
/** Changes of the room within this time are one message, in milliseconds. */
const TOGETHER = 400;
/** What was said is compared with what is so after this time, in milliseconds: two processes may overtake each other. */
const CHECK_AFTER = 1500;

const processId = randomUUID();
const taken = new Set<string>();
/** Events whose room changed, with who came last by name. */
const changed = new Map<string, string | null>();
let heartbeat: NodeJS.Timeout | null = null;

export interface Sitter {
  eventId: string;
  name: string | null;
  isHonoured: boolean;
  isHost: boolean;
}

/** Takes a seat and tells the room. Answers a function that gives it back; idempotent. */
export async function takeSeat(sitter: Sitter): Promise<() => Promise<void>> {
  const _id = randomUUID();
  const now = new Date();
  taken.add(_id);
  heartbeat ??= setInterval(keepSeats, HEARTBEAT).unref();
  await PremiereSeatModel.create({ _id, ...sitter, process: processId, cameAt: now, seenAt: now });
  tellRoom(sitter.eventId, sitter.name);
  return async () => {
    if (!taken.delete(_id)) return;
    if (taken.size === 0 && heartbeat) {
      clearInterval(heartbeat);
      heartbeat = null;
    }
    await PremiereSeatModel.deleteOne({ _id });
    tellRoom(sitter.eventId, null);
  };
}

/** Who is in the room, over all processes: the guest of honour and the hosts first, then as they came. */
export async function roomOf(eventId: string): Promise<PremiereRoom> {
  const seated = { eventId, seenAt: { $gt: new Date(Date.now() - VALID_FOR) } };
  const viewers = await PremiereSeatModel.countDocuments(seated);
  const named = await PremiereSeatModel.find({ ...seated, name: { $ne: null } })
    .sort({ isHonoured: -1, isHost: -1, cameAt: 1 })
    .limit(FACES * 3)
    .lean<StoredSeat[]>();
  const faces = new Map<string, PremiereRoom['faces'][number]>();
  // One face for a person with two screens.
  for (const { name, isHonoured, isHost } of named) {
    if (name && faces.size < FACES && !faces.has(name)) faces.set(name, { name, isHonoured, isHost });
  }
  return { viewers, faces: [...faces.values()] };
}

function tellRoom(eventId: string, came: string | null): void {
  if (!changed.has(eventId)) setTimeout(() => void tell(eventId), TOGETHER).unref();
  changed.set(eventId, came ?? changed.get(eventId) ?? null);
}

async function tell(eventId: string): Promise<void> {
  const came = changed.get(eventId) ?? null;
  changed.delete(eventId);
  try {
    const room = await roomOf(eventId);
    platform().sockets.emitToRoom(premiereRoom(eventId), 'premiere:room', { eventId, came, ...room });
    setTimeout(() => void check(eventId, room), CHECK_AFTER).unref();
  } catch (error) {
    quietly(error);
  }
}

/** Tells the room again if another process has changed it meanwhile: its message may have come before the older one. */
async function check(eventId: string, said: PremiereRoom): Promise<void> {
  try {
    if (!changed.has(eventId) && !isDeepStrictEqual(await roomOf(eventId), said)) tellRoom(eventId, null);
  } catch (error) {
    quietly(error);
  }
}

function keepSeats(): void {
  PremiereSeatModel.updateMany({ process: processId }, { $set: { seenAt: new Date() } })
    .exec()
    .catch(quietly);
}

/** Ignore failures: the next change or heartbeat repeats it. */
function quietly(error: unknown): void {
  try {
    platform().log.debug({ err: error }, 'could not tell who is at a premiere');
  } catch {
    // The process is ending.
  }
}
