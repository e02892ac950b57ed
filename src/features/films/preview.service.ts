import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { secondsOfFrames } from '../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { Preview } from '../../shared/contracts/films.ts';
import { clipPreviewJob, filmTitlesJob } from '../../shared/jobs.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { eventTag, requireCreator, type StoredEvent } from '../events/events.service.ts';
import {
  clipTags,
  HLS_FILE,
  personOf,
  preparedClip,
  type StoredMedia,
  segmentFile,
  timelineClips,
} from '../media/media.service.ts';
import { type PreviewPart, previewPlaylist } from './preview/playlist.ts';
import { makePreviewSegment } from './preview/preview-segment.ts';
import { PreviewModel, previewId } from './preview.model.ts';

/** Milliseconds after a clip in which more may come before the titles are drawn for all of them. */
const TITLES_AFTER = 3000;

interface PlayableClip {
  clip: StoredMedia;
  parts: PreviewPart[];
}

/** The film as it stands: what can be played now, in order, and how many clips are still on their way. */
export async function previewOf(eventId: string, viewer: Viewer): Promise<Preview> {
  const event = await requireCreator(eventId, viewer);
  const { playable, waiting, lost } = await look(event);
  for (const clip of lost) await askForPreview(clip);
  let frames = 0;
  let last: string | null = null;
  const chapters: Preview['chapters'] = [];
  for (const { clip } of playable) {
    const person = personOf(clip.contributor);
    const title = clip.contributor?.name ?? '';
    if (person !== last) chapters.push({ start: secondsOfFrames(frames), title, mediaId: String(clip._id) });
    last = person;
    frames += clip.prepared?.frames ?? 0;
  }
  const revision = createHash('sha256');
  for (const { clip } of playable) revision.update(clip.prepared?.segmentKey ?? '');
  const r = revision.digest('base64url').slice(0, 12);
  return {
    playlistUrl: playable.length > 0 ? `/api/v2/events/${eventId}/preview.m3u8?r=${r}` : null,
    length: secondsOfFrames(frames),
    chapters,
    waiting,
  };
}

/** The HLS playlist of the same. Nothing is encoded for it. */
export async function playlistOf(eventId: string, viewer: Viewer): Promise<string> {
  const event = await requireCreator(eventId, viewer);
  const { playable } = await look(event);
  return previewPlaylist(
    playable.map(({ clip, parts }) => ({
      url: signedFileUrl(
        { kind: 'media', id: String(clip._id), variant: 'hls', scope: 'own' },
        clip.prepared?.segmentKey.slice(0, 8),
      ),
      parts,
    })),
  );
}

/** Does `clip.preview`: the clip's pictures are copied into a stream, its sound is encoded for it. */
export function handlePreviewJobs(queue: Queue): void {
  queue.handle(clipPreviewJob, async ({ mediaId, segmentKey }, { signal }) => {
    const clip = await preparedClip(mediaId, segmentKey);
    const { config, store, sockets, queue: jobs } = platform();
    if (!clip || (await isMade(clip, previewId(mediaId, segmentKey)))) return;
    const parts = await withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
      const files = {
        video1080: '',
        video720: await store.local(segmentFile(clip, 'video720'), folder),
        audio: await store.local(segmentFile(clip, 'audio'), folder),
      };
      const made = await makePreviewSegment({ frames: clip.prepared?.frames ?? 0, files }, join(folder, 'out'), {
        signal,
      });
      await store.take(`${clip.prepared?.folder}/${HLS_FILE}`, made.path);
      return made.parts;
    });
    await PreviewModel.updateOne(
      { _id: previewId(mediaId, segmentKey) },
      { $set: { parts, eventId: clip.eventId } },
      { upsert: true },
    );
    const eventId = String(clip.eventId);
    // The titles are drawn while people are still looking, so that publishing only joins.
    await jobs.enqueue(
      filmTitlesJob,
      { eventId },
      {
        uniqueKey: eventId,
        runAt: new Date(Date.now() + TITLES_AFTER),
        tags: [eventTag(eventId)],
      },
    );
    sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
  });
}

async function isMade(clip: StoredMedia, id: string): Promise<boolean> {
  if (!(await PreviewModel.exists({ _id: id }))) return false;
  return (await platform().store.stat(`${clip.prepared?.folder}/${HLS_FILE}`)) !== null;
}

/** A clip that is ready and can't be played had no luck with its preview; whoever looks asks for it again. */
async function askForPreview(clip: StoredMedia): Promise<void> {
  const data = { mediaId: String(clip._id), segmentKey: clip.prepared?.segmentKey ?? '' };
  await platform().queue.enqueue(clipPreviewJob, data, {
    uniqueKey: `${data.mediaId}:${data.segmentKey}`,
    priority: 1,
    tags: clipTags(clip),
  });
}

async function look(event: StoredEvent): Promise<{ playable: PlayableClip[]; waiting: number; lost: StoredMedia[] }> {
  const clips = (await timelineClips(String(event._id), event.order.map(String))).filter(
    (clip) => clip.status !== 'failed',
  );
  const idOf = (clip: StoredMedia) => previewId(String(clip._id), clip.prepared?.segmentKey ?? '');
  const known = await PreviewModel.find({ _id: { $in: clips.map(idOf) } }).lean();
  const partsOf = new Map(known.map((preview) => [preview._id, preview.parts]));
  const playable = clips.flatMap((clip) => {
    const parts = partsOf.get(idOf(clip));
    return parts ? [{ clip, parts }] : [];
  });
  const lost = clips.filter((clip) => clip.status === 'ready' && clip.prepared && !partsOf.has(idOf(clip)));
  return { playable, waiting: clips.length - playable.length, lost };
}
