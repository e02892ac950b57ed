import { join } from 'node:path';
import { Types } from 'mongoose';
import sharp from 'sharp';
import { runTool } from '../../platform/ffmpeg/run.ts';
import { RENDITIONS } from '../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { fileInputOf } from './clip-input.ts';
import { isTakenOut, isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import { identify } from './prepare/identify.ts';
import { uprightPhoto } from './prepare/photo.ts';
import { segmentFile } from './segments.ts';

/** Longest side in pixels: sharp at 300 dots an inch on the largest thing that is printed. */
const LONGEST = 2800;
const FRAME = RENDITIONS['1080'];
/** Of the last frame, which has to be there. */
const LAST_FRAME = 1 / 30;

/** A picture of a clip, as large as there is one. */
export interface ClipPicture {
  jpeg: Buffer;
  width: number;
  height: number;
}

/**
 * The photo of a clip as its editor left it, or a frame of any other clip; null while it is being prepared, and for a
 * clip that is gone. @param at second of a video; null for its poster's
 */
export async function clipPicture(event: EventRecord, id: string, at: number | null): Promise<ClipPicture | null> {
  const media = await ofEvent(event, id);
  if (!media) return null;
  const { config } = platform();
  return withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    const found = media.kind === 'photo' ? await photoOf(media, event, folder) : await frameOf(media, at, folder);
    if (!found) return null;
    const { data, ...raw } = found;
    const { data: jpeg, info } = await sharp(data, { raw })
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 92 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg, width: info.width, height: info.height };
  });
}

/** Whether a clip is still in an event: not removed, not withdrawn, not taken out. */
export async function isClipThere(event: Pick<EventRecord, 'id'>, id: string): Promise<boolean> {
  return (await ofEvent(event, id)) !== null;
}

/** Those of some clips that are still in an event. */
export async function clipsThere(
  { id: eventId }: Pick<EventRecord, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await MediaModel.find({ _id: { $in: ids.filter((id) => Types.ObjectId.isValid(id)) } }).lean<
    StoredMedia[]
  >();
  return new Set(found.filter((media) => isIn(media, eventId)).map(({ _id }) => String(_id)));
}

/** Whether its sender has taken a clip back. */
export async function isClipWithdrawn(id: string): Promise<boolean> {
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  return media !== null && isWithdrawn(media);
}

async function ofEvent({ id: eventId }: Pick<EventRecord, 'id'>, id: string): Promise<StoredMedia | null> {
  const media = Types.ObjectId.isValid(id) ? await MediaModel.findById(id).lean<StoredMedia>() : null;
  return media && isIn(media, eventId) ? media : null;
}

function isIn(media: StoredMedia, eventId: string): boolean {
  return String(media.eventId) === eventId && media.deletedAt === null && !isTakenOut(media);
}

async function photoOf(media: StoredMedia, event: EventRecord, folder: string) {
  if (media.status !== 'ready' || !media.originalKey) return null;
  const { path, edit } = await fileInputOf(media, event, folder);
  const facts = await identify(path);
  return facts.kind === 'photo' ? uprightPhoto(path, facts, edit, folder) : null;
}

async function frameOf({ prepared, chosenPoster, length }: StoredMedia, at: number | null, folder: string) {
  if (!prepared) return null;
  const wanted = at ?? chosenPoster?.at ?? length / 3;
  const second = Math.max(0, Math.min(wanted, length - LAST_FRAME));
  const video = await platform().store.local(segmentFile(prepared, 'video1080'), folder);
  const { width, height } = FRAME;
  const scale = `scale=${width}:${height}:in_color_matrix=bt709`;
  const input = ['-ss', second.toFixed(3), '-i', video, '-frames:v', '1', '-vf', scale];
  const { stdout } = await runTool('ffmpeg', [...input, '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'], {
    timeLimit: 60_000,
  });
  const channels: 3 = 3;
  return stdout.length === width * height * channels ? { data: stdout, width, height, channels } : null;
}
