/** Share of the music's level under clips in which people talk, and under pictures and cards. */
const UNDER_VOICES = 0.22;
const ALONE = 0.8;
/** Seconds by which music and pictures may be apart before the music is moved. */
const APART = 0.35;
/** Share of the way to a new volume, each frame: about half a second, as in the film. */
const EASE = 0.06;

/** Seconds of the preview. */
export interface Span {
  from: number;
  to: number;
}

export interface BesideMusic {
  url: string;
  /** Seconds. */
  length: number;
  /** Seconds of the song at which the film begins. */
  start: number;
  /** Factor of the level. */
  gain: number;
  /** Where nobody talks. */
  quiet: readonly Span[];
}

/** Plays music in step with a video, quieter under voices; returns a function that ends it. */
export function playBeside(video: HTMLVideoElement, { url, length, start, gain, quiet }: BesideMusic): () => void {
  const audio = new Audio();
  audio.preload = 'none';
  audio.loop = true;
  audio.volume = 0.5;
  if (audio.volume !== 0.5) return () => undefined;
  let frame = 0;
  const wanted = () => {
    const at = video.currentTime;
    const isAlone = quiet.some(({ from, to }) => at >= from && at < to);
    return video.muted ? 0 : Math.min(1, video.volume * gain * (isAlone ? ALONE : UNDER_VOICES));
  };
  const place = () => (start + video.currentTime) % length;
  const follow = () => {
    audio.volume += (wanted() - audio.volume) * EASE;
    const apart = Math.abs(audio.currentTime - place());
    if (apart > APART && apart < length - APART) audio.currentTime = place();
    frame = requestAnimationFrame(follow);
  };
  const play = () => {
    if (!audio.src) audio.src = url;
    audio.volume = wanted();
    audio.currentTime = place();
    audio.play().catch(() => undefined);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(follow);
  };
  const pause = () => {
    cancelAnimationFrame(frame);
    audio.pause();
  };
  const stops = ['pause', 'ended', 'waiting', 'emptied'];
  video.addEventListener('playing', play);
  for (const name of stops) video.addEventListener(name, pause);
  if (!video.paused && !video.ended) play();
  return () => {
    video.removeEventListener('playing', play);
    for (const name of stops) video.removeEventListener(name, pause);
    pause();
    audio.removeAttribute('src');
    audio.load();
  };
}
