import { useEffect } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Span } from './preview-music.ts';
import { type Song, timelineOf } from './studio-state.ts';

/** A song, and how it is played. */
export interface PlayedMusic {
  song: Song | null;
  /** Seconds. */
  start: number;
  /** dB. */
  volume: number;
}

/**
 * Plays the chosen song in step with the preview. It is ducked by kinds of clips, where the film listens to what is said.
 * Silent in browsers that don't let pages set a volume, such as on iPhones: there it would drown the voices.
 */
export function usePreviewMusic(
  video: HTMLVideoElement | null,
  event: Event,
  { song, start, volume }: PlayedMusic,
): void {
  const spans = JSON.stringify(quietSpans(event));
  const gain = 10 ** (volume / 20);
  const { url = null, length = 0 } = song ?? {};

  useEffect(() => {
    if (!video || !url || length === 0) return;
    const quiet = JSON.parse(spans) as Span[];
    let stop: (() => void) | undefined;
    let isGone = false;
    import('./preview-music.ts').then(
      ({ playBeside }) => {
        if (!isGone) stop = playBeside(video, { url, length, start, gain, quiet });
      },
      // The preview plays without music.
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [video, url, length, start, gain, spans]);
}

/** Seconds of the preview in which nobody talks: photos and text cards. */
function quietSpans(event: Event): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { status, hidden, kind, length } of timelineOf(event)) {
    if (status !== 'ready' || hidden) continue;
    if (kind === 'photo' || kind === 'text') spans.push({ from, to: from + length });
    from += length;
  }
  return spans;
}
