import { createHash } from 'node:crypto';
import { secondsOfFrames } from '../../platform/ffmpeg/segment-format.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import { bylineOf } from '../../shared/byline.ts';
import type { Preview } from '../../shared/contracts/films.ts';
import type { StoredEvent } from '../events/events.service.ts';
import {
  askToRepack,
  personOf,
  revisionOf,
  type StoredMedia,
  type StreamMap,
  timelineClips,
} from '../media/media.service.ts';
import { previewPlaylist } from './preview/playlist.ts';

interface PlayableClip {
  clip: StoredMedia;
  stream: StreamMap;
}

/** The current preview: playable clips in order, and the number being prepared. */
export async function previewOf(event: StoredEvent): Promise<Preview> {
  const { playable, waiting, older } = await look(event);
  for (const clip of older) await askToRepack(clip);
  let frames = 0;
  let last: string | null = null;
  const chapters: Preview['chapters'] = [];
  for (const { clip } of playable) {
    const title = bylineOf(clip.contributor);
    const person = `${personOf(clip.contributor)}\n${title}`;
    if (person !== last) chapters.push({ start: secondsOfFrames(frames), title, mediaId: String(clip._id) });
    last = person;
    frames += clip.prepared?.frames ?? 0;
  }
  const revision = createHash('sha256');
  for (const { clip } of playable) revision.update(clip.prepared?.segmentKey ?? '');
  const r = revision.digest('base64url').slice(0, 12);
  return {
    playlistUrl: playable.length > 0 ? `/api/v2/events/${String(event._id)}/preview.m3u8?r=${r}` : null,
    length: secondsOfFrames(frames),
    chapters,
    waiting,
  };
}

/** HLS playlist of the preview, without encoding. */
export async function playlistOf(event: StoredEvent): Promise<string> {
  const { playable } = await look(event);
  return previewPlaylist(
    playable.map(({ clip, stream }) => ({
      url: signedFileUrl({ kind: 'media', id: String(clip._id), variant: 'preview', scope: 'own' }, revisionOf(clip)),
      stream,
    })),
  );
}

async function look(event: StoredEvent): Promise<{ playable: PlayableClip[]; waiting: number; older: StoredMedia[] }> {
  const clips = (await timelineClips(String(event._id), event.order.map(String), event)).filter(
    (clip) => clip.status !== 'failed',
  );
  const playable = clips.flatMap((clip) => (clip.prepared?.stream ? [{ clip, stream: clip.prepared.stream }] : []));
  const older = clips.filter((clip) => clip.status === 'ready' && clip.prepared && !clip.prepared.stream);
  return { playable, waiting: clips.length - playable.length, older };
}
