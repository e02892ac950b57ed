import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { FileStore } from '../../platform/file-store.ts';
import { platform } from '../../platform/platform.ts';
import { MEDIA_CHECKS } from '../../shared/contracts/media.ts';
import type { StoredMedia } from './media.model.ts';
import type { PreparedClip } from './prepare/prepared-clip.ts';

/** What browsers play, in the folder of a segment and in that of a first look. */
export const PREVIEW_FILE = 'preview.mp4';

/** Names of a segment's files below its folder in the store. */
export const SEGMENT_FILES = {
  video1080: 'video-1080.mp4',
  video720: PREVIEW_FILE,
  audio: 'audio.wav',
  posterJpg: 'poster.jpg',
  posterWebp: 'poster.webp',
} as const;

/** Written last: where it lies, the segment is whole. */
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
});
export type SegmentFacts = Omit<z.infer<typeof segmentFacts>, 'integratedLoudness'> & { integratedLoudness: number };

/** Where a segment's files lie in the store; by event, so that they go with it. */
export function segmentFolder(eventId: string, segmentKey: string): string {
  return `prepared/${eventId}/${segmentKey}`;
}

/** Where one file of a clip's segment lies in the store. */
export function segmentFile({ folder }: { folder: string }, file: keyof typeof SEGMENT_FILES): string {
  return `${folder}/${SEGMENT_FILES[file]}`;
}

/** Changes with the bytes of a clip's files, for caches: what an earlier version stored is repacked under the same key. */
export function revisionOf({ prepared }: Pick<StoredMedia, 'prepared'>): string | undefined {
  if (!prepared) return undefined;
  const key = prepared.segmentKey.slice(0, 8);
  return prepared.stream ? `${key}-${prepared.stream.header.offset}` : key;
}

/** Moves a prepared clip into the store. */
export async function storeSegment(store: FileStore, eventId: string, clip: PreparedClip): Promise<SegmentFacts> {
  const folder = segmentFolder(eventId, clip.segmentKey);
  for (const [name, file] of Object.entries(SEGMENT_FILES)) {
    await store.take(`${folder}/${file}`, clip.files[name as keyof typeof SEGMENT_FILES]);
  }
  const { segmentKey, frames, length, width, height, stream, checks, loudness } = clip;
  const { integrated } = loudness;
  const facts = { segmentKey, frames, length, width, height, stream, checks, integratedLoudness: integrated };
  const json = JSON.stringify({ ...facts, integratedLoudness: Number.isFinite(integrated) ? integrated : null });
  await store.write(`${folder}/${FACTS}`, Buffer.from(json));
  return facts;
}

/** What is known of a segment that was made before; null when it isn't whole, or of an earlier version. */
export async function readFacts(folder: string): Promise<SegmentFacts | null> {
  const { store } = platform();
  if (!(await store.stat(`${folder}/${FACTS}`))) return null;
  const read = segmentFacts.safeParse(JSON.parse(await text(await store.read(`${folder}/${FACTS}`))));
  if (!read.success) return null;
  const facts = read.data;
  return { ...facts, integratedLoudness: facts.integratedLoudness ?? Number.NEGATIVE_INFINITY };
}
