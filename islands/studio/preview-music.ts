import { wakeSounds } from './preview-sounds.ts';
import type { FilmClock } from './use-film-preview.ts';

/** Share of the music's level at which it plays where nobody talks: the film's sound has the same room above. */
const LEVEL = 0.8;
/** How the film lowers its music under voices, as in `src/features/films/render/sound.ts`; seconds and dB. */
const DUCKING = { threshold: 20 * Math.log10(0.02), ratio: 8, attack: 0.06, release: 1.1 };
/** Seconds in which it comes at the film's start, and goes at its end. */
const RISE = 0.8;
const FALL = 3.5;
/** Seconds by which music and pictures may be apart before the music is moved. */
const APART = 0.35;

export interface BesideMusic {
  url: string;
  /** Seconds. */
  length: number;
  /** Seconds of the song at which the film begins. */
  start: number;
  /** Factor of the level. */
  gain: number;
}

/** What hears a video's voices; an element can be connected once in its life. */
const ears = new WeakMap<HTMLVideoElement, AnalyserNode>();

function earOf(video: HTMLVideoElement, sounds: AudioContext): AnalyserNode {
  const known = ears.get(video);
  if (known) return known;
  const ear = new AnalyserNode(sounds, { fftSize: 2048 });
  sounds.createMediaElementSource(video).connect(ear).connect(sounds.destination);
  ears.set(video, ear);
  return ear;
}

/** Plays music in step with a film's preview, lowered by what is said as in the film; returns a function that ends it. */
export function playBeside(
  video: HTMLVideoElement,
  clock: FilmClock,
  { url, length, start, gain }: BesideMusic,
): () => void {
  const { context: sounds, music: audio, source } = wakeSounds();
  const ear = earOf(video, sounds);
  audio.loop = true;
  audio.crossOrigin = new URL(url, location.href).origin === location.origin ? null : 'anonymous';
  audio.src = url;
  const level = new GainNode(sounds, { gain: 0 });
  source.connect(level).connect(sounds.destination);
  const samples = new Float32Array(ear.fftSize);
  let heard = 0;
  let before = performance.now();
  let frame = 0;

  const place = () => (start + clock.time()) % length;
  const follow = () => {
    frame = requestAnimationFrame(follow);
    if (!clock.isRunning()) {
      audio.pause();
      return;
    }
    if (audio.paused) {
      void sounds.resume();
      audio.currentTime = place();
      audio.play().catch(() => undefined);
    }
    const apart = Math.abs(audio.currentTime - place());
    if (apart > APART && apart < length - APART) audio.currentTime = place();
    ear.getFloatTimeDomainData(samples);
    const now = performance.now();
    heard = followed(heard, loudness(samples), (now - before) / 1000);
    before = now;
    const voice = video.muted ? 0 : video.volume;
    level.gain.value = voice * gain * LEVEL * ducked(heard) * atEnds(clock.time(), clock.length());
  };
  follow();
  return () => {
    cancelAnimationFrame(frame);
    audio.pause();
    source.disconnect();
    level.disconnect();
    audio.removeAttribute('src');
    audio.load();
  };
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
}

/** A level that rises fast and falls slowly. */
function followed(level: number, heard: number, passed: number): number {
  const pace = heard > level ? DUCKING.attack : DUCKING.release;
  return level + (heard - level) * (1 - Math.exp(-passed / pace));
}

/** Factor of the music's level while this is heard beside it. */
function ducked(heard: number): number {
  const over = 20 * Math.log10(Math.max(heard, 1e-6)) - DUCKING.threshold;
  return over <= 0 ? 1 : 10 ** ((-over * (1 - 1 / DUCKING.ratio)) / 20);
}

function atEnds(time: number, length: number): number {
  return Math.max(0, Math.min(1, time / RISE, (length - time) / FALL));
}
