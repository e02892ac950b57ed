import { join } from 'node:path';
import type { FilmFrame } from '../../platform/ffmpeg/film-frames.ts';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import type { FilmTheme } from '../themes/themed-cards.service.ts';
import { type Collage, type CollageSource, collagesFor, makeCollageSegment } from './render/collage.ts';
import { shownName } from './render/names.ts';
import type { Segment } from './render/timeline.ts';
import { shelfOf, shelve, shelvedEdges, shelvedFiles } from './shelved-segments.ts';
import type { Joined } from './transition-segments.ts';

type Source = CollageSource & { video: string };

/** Clips with moving or still pictures; cards and voice messages have nobody to see. */
export function isSeen({ kind }: Pick<TimelineClip, 'kind'>): boolean {
  return kind === 'video' || kind === 'photo';
}

/**
 * The collages of a film, first after the opening. Those of changed clips get other keys.
 * @param clips with their ordinary pictures, in every frame
 */
export function collagesOf(
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
  frame?: FilmFrame,
): Collage<Source>[] {
  if (!theme || theme.collages.length === 0) return [];
  const sources = clips.filter(isSeen).flatMap(({ segment, byline }) =>
    segment
      ? [
          {
            key: segment.key,
            frames: segment.frames,
            shape: segment.shape,
            name: byline.trim() === '' ? '' : shownName(byline),
            video: segment.files.video720,
          },
        ]
      : [],
  );
  return collagesFor(theme.collages, sources, frame);
}

/** Collages as segments, from the store or newly made, with what transitions need. */
export async function collageSegments(
  event: EventRecord,
  collages: readonly Collage<Source>[],
  folder: string,
  signal: AbortSignal,
): Promise<(Segment & Joined)[]> {
  const { store } = platform();
  const segments: (Segment & Joined)[] = [];
  for (const collage of collages) {
    const { key, frames, clips } = collage;
    const shelf = shelfOf(event.id, key);
    const out = join(folder, key);
    const make = async () => {
      const videos = await Promise.all(clips.map(({ video }, index) => store.local(video, `${out}-${index}`)));
      await makeCollageSegment(collage, videos, out, { signal });
      return out;
    };
    await shelve(shelf, make, signal);
    segments.push({ key, frames, files: await shelvedFiles(shelf, out), edges: await shelvedEdges(shelf) });
  }
  return segments;
}
