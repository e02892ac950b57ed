/** Beyond this many seconds a film jumps; within, it plays a little faster or slower. */
const JUMP = 0.6;
/** Differences that nobody hears, in seconds. */
const CLOSE = 0.025;
/** Most change of speed. */
const RATE = 0.08;
/** Milliseconds between two looks. */
const LOOK_EVERY = 250;

/** What brings a film to where the others are. `lag`: seconds by which it is behind. */
function correctionFor(lag: number): { jumps: boolean; rate: number } {
  if (Math.abs(lag) > JUMP) return { jumps: true, rate: 1 };
  if (Math.abs(lag) < CLOSE) return { jumps: false, rate: 1 };
  return { jumps: false, rate: 1 + Math.max(-RATE, Math.min(RATE, lag / 2)) };
}

/**
 * Keeps a playing video at a position that moves. Jumping takes time itself, which is measured and added to the next
 * jump. Returns a function that stops.
 * @param target where the video should be now, in seconds
 */
export function keepInStep(video: HTMLVideoElement, target: () => number): () => void {
  let lead = 0.15;
  let jumpedAt: number | null = null;

  function look() {
    if (jumpedAt !== null || video.paused || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const lag = target() - video.currentTime;
    const { jumps, rate } = correctionFor(lag);
    video.playbackRate = rate;
    if (!jumps) return;
    jumpedAt = performance.now();
    video.currentTime = target() + lead;
  }
  function arrived() {
    if (jumpedAt === null) return;
    lead = Math.min(2, (performance.now() - jumpedAt) / 1000);
    jumpedAt = null;
  }
  const timer = setInterval(look, LOOK_EVERY);
  video.addEventListener('seeked', arrived);
  look();
  return () => {
    clearInterval(timer);
    video.removeEventListener('seeked', arrived);
    video.playbackRate = 1;
  };
}
