import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { inFrame } from './render/cards.ts';
import type { Segment } from './render/timeline.ts';
import {
  type EdgeFiles,
  type MadeTransition,
  makeTransition,
  type Neighbour,
  transitionBetween,
  transitionFrames,
  transitionKey,
} from './render/transition.ts';
import { shelfOf, shelve, shelvedFiles } from './shelved-segments.ts';

/** A part of a film; `edges` are keys in the file store. Photos of one `sequence` follow each other at once. */
export type Joined = Neighbour<EdgeFiles> & { sequence?: number };

/**
 * The transition between each part and the next, from the store or newly made; null where soft edges meet. Only
 * transitions with a new neighbour are made.
 */
export async function transitionSegments(
  event: EventRecord,
  parts: readonly Joined[],
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<(Segment | null)[]> {
  const segments: (Segment | null)[] = [];
  for (const [index, previous] of parts.slice(0, -1).entries()) {
    const next = parts[index + 1];
    const isSequence = previous.sequence !== undefined && previous.sequence === next?.sequence;
    const kind = next && !isSequence ? transitionBetween(previous, next, event.transition) : 'soft';
    segments.push(
      next && kind !== 'soft' ? await transitionSegment(event.id, kind, [previous, next], folder, signal, frame) : null,
    );
  }
  return segments;
}

async function transitionSegment(
  eventId: string,
  kind: MadeTransition,
  [previous, next]: readonly [Joined, Joined],
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame,
): Promise<Segment> {
  // Keys of segments in another frame may be those of the ordinary ones.
  const key = inFrame(frame, transitionKey(kind, previous, next));
  const shelf = shelfOf(eventId, key);
  const make = async () => {
    const out = join(folder, key);
    const neighbours = [await located(previous, folder), await located(next, folder)] as const;
    await makeTransition(kind, neighbours, out, { signal }, frame);
    return out;
  };
  await shelve(shelf, make, signal);
  return { key, frames: transitionFrames(kind), files: await shelvedFiles(shelf, join(folder, key)) };
}

async function located(
  { key, edges, said }: Joined,
  folder: string,
): Promise<Neighbour<EdgeFiles> & { edges: EdgeFiles }> {
  if (!edges) throw new Error('a segment without edges has no transition');
  const { store } = platform();
  const own = join(folder, `edges-${key}`);
  return {
    key,
    said,
    edges: { video: await store.local(edges.video, own), audio: await store.local(edges.audio, own) },
  };
}
