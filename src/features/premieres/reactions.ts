import { platform } from '../../platform/platform.ts';
import type { ReactionCounts } from '../../shared/contracts/premieres.ts';
import { REACTIONS, type Reaction } from '../../shared/reactions.ts';
import { findEvent } from '../events/find-events.service.ts';
import { PremiereReactionModel } from './premiere.model.ts';
import { premiereRoom } from './premiere-room.ts';
import { playingPosition } from './premieres.service.ts';

/** Reactions within this time are one message to the room, in milliseconds. */
const TOGETHER = 250;

const waiting = new Map<string, ReactionCounts>();

/** Counts a reaction, shows it to the room, and keeps it with the second of the film. */
export function react(eventId: string, reaction: Reaction): void {
  const counts = waiting.get(eventId) ?? {};
  if (!waiting.has(eventId)) {
    waiting.set(eventId, counts);
    setTimeout(() => send(eventId), TOGETHER).unref();
  }
  counts[reaction] = (counts[reaction] ?? 0) + 1;
}

function send(eventId: string): void {
  const counts = waiting.get(eventId) ?? {};
  waiting.delete(eventId);
  try {
    platform().sockets.emitToRoom(premiereRoom(eventId), 'premiere:reaction', { eventId, counts });
    const { log } = platform();
    keep(eventId, counts).catch((error: unknown) => log.warn({ err: error }, 'reactions could not be kept'));
  } catch {
    // The process is ending.
  }
}

async function keep(eventId: string, counts: ReactionCounts): Promise<void> {
  const event = await findEvent(eventId);
  const position = event ? await playingPosition(event) : null;
  if (position === null) return;
  const second = Math.floor(position);
  for (const reaction of REACTIONS) {
    const count = counts[reaction];
    if (!count) continue;
    await PremiereReactionModel.updateOne({ eventId, second, reaction }, { $inc: { count } }, { upsert: true });
  }
}
