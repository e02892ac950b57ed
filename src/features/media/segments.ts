import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { canBeCut } from '../../platform/ffmpeg/segment-format.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { platform } from '../../platform/platform.ts';
import { MEDIA_CHECKS } from '../../shared/contracts/media.ts';
import { keysOf } from '../../shared/known-values.ts';
import type { StoredMedia } from './media.model.ts';
import type { PreparedClip } from './prepare/prepared-clip.ts';

/** File for browsers, in the folder of a segment or a first look. */
export const PREVIEW_FILE = 'preview.mp4';

/** File names in a segment's folder. */
export const SEGMENT_FILES = {
  video1080: 'video-1080.mp4',
  video720: PREVIEW_FILE,
  audio: 'audio.wav',
  posterJpg: 'poster.jpg',
  posterWebp: 'poster.webp',
} as const;

/** Files of a segment that can be cut, for transitions. */
export const EDGE_FILES = { edgesVideo: 'edges.mp4', edgesAudio: 'edges.wav' } as const;

/** Written last: marks a complete segment. */
const FACTS = 'clip.json';

const place = { offset: z.number().int(), bytes: z.number().int() };
const segmentFacts = z.object({
  segmentKey: z.string(),
  frames: z.number().int(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  stream: z.object({
    header: z.object(place),
    parts: z.array(z.object({ ...place, frames: z.number().int() })),
  }),
  integratedLoudness: z.number().nullable(),
  checks: z.array(z.enum(MEDIA_CHECKS)),
  hasEdges: z.boolean().default(false),
  /** Of all its files; null in older segments. */
  bytes: z.number().int().nullable().default(null),
});
export type SegmentFacts = Omit<z.infer<typeof segmentFacts>, 'integratedLoudness'> & { integratedLoudness: number };

/** Folder of a segment in the store, by event, so that they are purged together. */
export function segmentFolder(eventId: string, segmentKey: string): string {
  return `prepared/${eventId}/${segmentKey}`;
}

/** Key of a segment's file in the store. */
export function segmentFile(
  { folder }: { folder: string },
  file: keyof typeof SEGMENT_FILES | keyof typeof EDGE_FILES,
): string {
  return `${folder}/${{ ...SEGMENT_FILES, ...EDGE_FILES }[file]}`;
}

/** Changes with the bytes of a clip's files, for caches: repacking keeps the key. */
export function revisionOf({ prepared }: Pick<StoredMedia, 'prepared'>): string | undefined {
  if (!prepared) return undefined;
  const key = prepared.segmentKey.slice(0, 8);
  return prepared.stream ? `${key}-${prepared.stream.header.offset}` : key;
}

/** Moves a prepared clip into the store. */
export async function storeSegment(store: FileStore, eventId: string, clip: PreparedClip): Promise<SegmentFacts> {
  const folder = segmentFolder(eventId, clip.segmentKey);
  let bytes = 0;
  for (const name of keysOf(SEGMENT_FILES)) {
    bytes += (await store.take(`${folder}/${SEGMENT_FILES[name]}`, clip.files[name])).bytes;
  }
  const hasEdges = canBeCut(clip.frames);
  for (const name of hasEdges ? keysOf(EDGE_FILES) : []) {
    bytes += (await store.take(`${folder}/${EDGE_FILES[name]}`, clip.files[name])).bytes;
  }
  const { segmentKey, frames, length, width, height, stream, checks, loudness } = clip;
  const { integrated } = loudness;
  const shape = { segmentKey, frames, length, width, height, stream, checks };
  const facts = { ...shape, hasEdges, bytes, integratedLoudness: integrated };
  const json = JSON.stringify({ ...facts, integratedLoudness: Number.isFinite(integrated) ? integrated : null });
  await store.write(`${folder}/${FACTS}`, Buffer.from(json));
  return facts;
}

/** Facts of an existing segment; null if it is incomplete or of an earlier version. */
export async function readFacts(folder: string): Promise<SegmentFacts | null> {
  const { store } = platform();
  if (!(await store.stat(`${folder}/${FACTS}`))) return null;
  const read = segmentFacts.safeParse(JSON.parse(await text(await store.read(`${folder}/${FACTS}`))));
  if (!read.success) return null;
  const facts = read.data;
  return { ...facts, integratedLoudness: facts.integratedLoudness ?? Number.NEGATIVE_INFINITY };
}
