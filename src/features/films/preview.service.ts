import { createHash } from 'node:crypto';
import { secondsOfFrames } from '../../platform/ffmpeg/segment-format.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { Preview } from '../../shared/contracts/films.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { askToRepack } from '../media/repack.service.ts';
import { type ClipSegment, type TimelineClip, timelineClips } from '../media/timeline-clips.service.ts';
import { previewPlaylist } from './preview/playlist.ts';

interface PlayableClip {
  clip: TimelineClip;
  segment: ClipSegment;
  stream: NonNullable<ClipSegment['stream']>;
}

/** The current preview: playable clips in order, and the number being prepared. */
export async function previewOf(event: EventRecord): Promise<Preview> {
  const { playable, waiting, older } = await playableClips(event);
  for (const clip of older) await askToRepack(event.id, clip);
  let frames = 0;
  let last: string | null = null;
  const chapters: Preview['chapters'] = [];
  for (const { clip, segment } of playable) {
    const title = clip.byline;
    const person = `${clip.sender}\n${title}`;
    if (person !== last) chapters.push({ start: secondsOfFrames(frames), title, mediaId: clip.id });
    last = person;
    frames += segment.frames;
  }
  const revision = createHash('sha256');
  for (const { segment } of playable) revision.update(segment.key);
  const r = revision.digest('base64url').slice(0, 12);
  return {
    playlistUrl: playable.length > 0 ? `/api/v2/events/${event.id}/preview.m3u8?r=${r}` : null,
    length: secondsOfFrames(frames),
    chapters,
    waiting,
  };
}

/** HLS playlist of the preview, without encoding. */
export async function playlistOf(event: EventRecord): Promise<string> {
  const { playable } = await playableClips(event);
  return previewPlaylist(
    playable.map(({ clip, stream }) => ({
      url: signedFileUrl({ kind: 'media', id: clip.id, variant: 'preview', scope: 'own' }, clip.revision),
      stream,
    })),
  );
}

/** Clips that the preview plays, in order, and those that it can’t play yet. */
export async function playableClips(
  event: EventRecord,
): Promise<{ playable: PlayableClip[]; waiting: number; older: TimelineClip[] }> {
  const clips = (await timelineClips(event.id, event.order, event)).filter((clip) => clip.status !== 'failed');
  const playable = clips.flatMap((clip) =>
    clip.segment?.stream ? [{ clip, segment: clip.segment, stream: clip.segment.stream }] : [],
  );
  const older = clips.filter((clip) => clip.status === 'ready' && clip.segment && !clip.segment.stream);
  return { playable, waiting: clips.length - playable.length, older };
}
