import { useEffect, useRef, useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Preview } from '../../src/shared/contracts/films.ts';
import { getPreviewLook, type PreviewLook } from '../../src/shared/contracts/preview-look.ts';
import type { VideoControls } from '../player/use-video.ts';
import { api } from '../runtime/api.ts';
import { wakeSounds } from './preview-sounds.ts';
import { usePreview } from './use-preview.ts';

/** The part of a preview that is no clip: its title cards. */
export type PreviewCard = 'opening' | 'closing';

/** Where the film is that a preview plays, for its music. */
export interface FilmClock {
  /** Seconds of the film, cards included. */
  time(): number;
  /** Seconds of the whole film. */
  length(): number;
  isRunning(): boolean;
}

export interface FilmPreview extends VideoControls {
  /** Stops it; it goes on from there, or from the start while a card is shown. */
  pause(): void;
  card: PreviewCard | null;
  /** What the film has around and over its clips; null until something plays, and if it can't be fetched. */
  look: PreviewLook | null;
  /** Draws it. */
  over: typeof import('./film-over.tsx') | null;
  clock: FilmClock;
}

/** The preview with what surrounds its clips in the film. The first play loads all of it. */
export function useFilmPreview(preview: Preview, event: Event): FilmPreview {
  const controls = usePreview(preview);
  const { video, isPlaying } = controls;
  const [card, setCard] = useState<PreviewCard | null>(null);
  const [look, setLook] = useState<PreviewLook | null>(null);
  const [over, setOver] = useState<FilmPreview['over']>(null);
  const shown = useRef({ card, look, video, length: preview.length, cardSince: 0 });
  Object.assign(shown.current, { card, look, video, length: preview.length });
  /** Counts what was asked for, so that an outdated wait starts nothing. */
  const turn = useRef(0);
  const looks = useRef(0);
  /** The browser refused to play after the opening; the next press plays at once. */
  const isRefused = useRef(false);

  function show(next: PreviewCard | null): void {
    shown.current.cardSince = performance.now();
    setCard(next);
  }

  async function fetchLook(): Promise<PreviewLook | null> {
    const params = { id: event.id };
    const asked = ++looks.current;
    const [answer, module] = await Promise.all([
      api.call(getPreviewLook, { params }).catch(() => null),
      import('./film-over.tsx').catch(() => null),
    ]);
    if (answer && asked === looks.current) setLook(answer);
    if (module) setOver(module);
    return answer;
  }

  /** From the start: the opening covers the time until the clips are loaded. */
  async function begin(): Promise<void> {
    const now = ++turn.current;
    show('opening');
    const [answer, isLoaded] = await Promise.all([fetchLook(), controls.load()]);
    if (now !== turn.current) return;
    if (!isLoaded || !answer) {
      show(null);
      if (isLoaded) controls.toggle();
      return;
    }
    show('opening');
    await seconds(answer.opening.length);
    if (now !== turn.current) return;
    if (shown.current.video?.ended) shown.current.video.currentTime = 0;
    if ((await controls.play()) || now !== turn.current) return;
    isRefused.current = true;
    show(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` of any render does the same
  useEffect(() => {
    if (!video) return;
    const started = () => {
      turn.current += 1;
      isRefused.current = false;
      show(null);
    };
    const ended = async () => {
      const length = shown.current.look?.closing.length;
      if (length === undefined) return;
      const now = ++turn.current;
      show('closing');
      await seconds(length);
      if (now === turn.current) show(null);
    };
    video.addEventListener('playing', started);
    video.addEventListener('ended', ended);
    return () => {
      video.removeEventListener('playing', started);
      video.removeEventListener('ended', ended);
    };
  }, [video]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it shows follows from these
  useEffect(() => {
    if (look) void fetchLook();
  }, [preview, event.updatedAt, event.themeId, event.transition]);

  function pause(): void {
    turn.current += 1;
    show(null);
    video?.pause();
  }

  return {
    ...controls,
    isPlaying: isPlaying || card !== null,
    card,
    look,
    over,
    pause,
    clock: {
      time() {
        const { card: now, look: known, video: element, length, cardSince } = shown.current;
        const onCard = (performance.now() - cardSince) / 1000;
        const before = known?.opening.length ?? 0;
        if (now === 'opening') return Math.min(onCard, before);
        return now === 'closing' ? before + length + onCard : before + (element?.currentTime ?? 0);
      },
      length() {
        const { look: known, length } = shown.current;
        return (known?.opening.length ?? 0) + length + (known?.closing.length ?? 0);
      },
      isRunning() {
        const { card: now, look: known, video: element } = shown.current;
        if (now) return known !== null;
        return element !== null && !element.paused && !element.ended && element.readyState > 2;
      },
    },
    toggle() {
      if (isPlaying || card) return pause();
      wake();
      if (video && (video.ended || video.currentTime === 0) && !isRefused.current) void begin();
      else controls.toggle();
    },
    seek(to) {
      wake();
      turn.current += 1;
      show(null);
      if (!look) void fetchLook();
      controls.seek(to);
    },
  };
}

/** Where the browser has no sounds to give, the preview plays without music. */
function wake(): void {
  try {
    wakeSounds();
  } catch {
    // Nothing else needs them.
  }
}

function seconds(length: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, length * 1000));
}
