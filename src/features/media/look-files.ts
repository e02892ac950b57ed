import { createReadStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { canBeCut, PIPELINE_VERSION } from '../../platform/ffmpeg/segment-format.ts';
import { platform } from '../../platform/platform.ts';
import { MEDIA_CHECKS } from '../../shared/contracts/media.ts';
import type { StoredMedia } from './media.model.ts';
import type { MadeLook } from './prepare/look-at-clip.ts';
import { type EarlierLook, filesIn, type PreparedFiles } from './prepare/prepared-clip.ts';
import { EDGE_FILES, PREVIEW_FILE, SEGMENT_FILES, segmentFile } from './segments.ts';

/* Files stored between a clip's look and its preparation. */

const REDUCED = 'reduced.mp4';
/** Written last: marks a complete look. */
const FACTS = 'look.json';

const lookFacts = z.object({
  version: z.literal(PIPELINE_VERSION),
  frames: z.number().int(),
  loudness: z.object({ integrated: z.number(), truePeak: z.number(), gain: z.number() }),
  checks: z.array(z.enum(MEDIA_CHECKS)),
  hasReduced: z.boolean(),
});

/** Folder of a look in the store, for each generation. */
export function lookFolder(media: Pick<StoredMedia, '_id' | 'eventId' | 'generation'>): string {
  return `${lookPrefix(media)}-${media.generation}`;
}

function lookPrefix({ _id, eventId }: Pick<StoredMedia, '_id' | 'eventId'>): string {
  return `prepared/${String(eventId)}/first-${String(_id)}`;
}

/** Stores a copy of the poster files. */
export async function storePoster(
  folder: string,
  files: Pick<PreparedFiles, 'posterJpg' | 'posterWebp'>,
): Promise<void> {
  const { store } = platform();
  await store.write(`${folder}/${SEGMENT_FILES.posterWebp}`, createReadStream(files.posterWebp));
  await store.write(`${folder}/${SEGMENT_FILES.posterJpg}`, createReadStream(files.posterJpg));
}

export async function storePreview(folder: string, files: Pick<PreparedFiles, 'quickPreview'>): Promise<void> {
  await platform().store.take(`${folder}/${PREVIEW_FILE}`, files.quickPreview);
}

/** Stores the results of a complete look for the preparation. */
export async function storeLook(
  folder: string,
  { look, reduced }: MadeLook,
  { audio, edgesAudio }: Pick<PreparedFiles, 'audio' | 'edgesAudio'>,
): Promise<void> {
  if (!look) return;
  const { store } = platform();
  await store.take(`${folder}/${SEGMENT_FILES.audio}`, audio);
  if (canBeCut(look.frames)) await store.take(`${folder}/${EDGE_FILES.edgesAudio}`, edgesAudio);
  if (reduced) await store.take(`${folder}/${REDUCED}`, reduced);
  const { frames, loudness, checks } = look;
  const facts: z.infer<typeof lookFacts> = {
    ...{ version: PIPELINE_VERSION, frames, loudness, checks },
    hasReduced: reduced !== null,
  };
  await store.write(`${folder}/${FACTS}`, Buffer.from(JSON.stringify(facts)));
}

/** Downloads earlier results into `outFolder` for `prepareClip`. */
export async function fetchLook(media: StoredMedia, outFolder: string): Promise<EarlierLook> {
  const { store } = platform();
  const folder = lookFolder(media);
  const files = filesIn(outFolder);
  await mkdir(outFolder, { recursive: true });
  const fetched = async (name: keyof typeof SEGMENT_FILES | 'edgesAudio') => {
    const key = segmentFile({ folder }, name);
    if (!(await store.stat(key))) return false;
    await copyFile(await store.local(key, outFolder), files[name]);
    return true;
  };
  const hasPoster = (await fetched('posterJpg')) && (await fetched('posterWebp'));
  const facts = await readFacts(folder);
  const hasAudio = facts && (await fetched('audio')) && (!canBeCut(facts.frames) || (await fetched('edgesAudio')));
  if (!facts || !hasAudio) return { hasPoster, look: null, reduced: null };
  const { hasReduced, version: _, ...look } = facts;
  return { hasPoster, look, reduced: hasReduced ? await store.local(`${folder}/${REDUCED}`, outFolder) : null };
}

/** Null if there is no complete look, or it is of another pipeline version. */
async function readFacts(folder: string): Promise<z.infer<typeof lookFacts> | null> {
  const { store } = platform();
  if (!(await store.stat(`${folder}/${FACTS}`))) return null;
  return lookFacts.safeParse(JSON.parse(await text(await store.read(`${folder}/${FACTS}`)))).data ?? null;
}

/** Deletes the looks of all generations of a clip. */
export async function removeLooks(media: Pick<StoredMedia, '_id' | 'eventId'>): Promise<void> {
  const { store } = platform();
  for await (const { key } of store.list(lookPrefix(media))) await store.remove(key);
}

/** Keeps only the visible files of a clip whose preparation has failed. */
export async function removeLookParts(media: Pick<StoredMedia, '_id' | 'eventId'>): Promise<void> {
  const { store } = platform();
  const shown: string[] = [SEGMENT_FILES.posterJpg, PREVIEW_FILE];
  for await (const { key } of store.list(lookPrefix(media))) {
    if (!shown.some((name) => key.endsWith(`/${name}`))) await store.remove(key);
  }
}
