/** Pictures on the strip, and bars of the sound. */
const PICTURES = 12;
const BARS = 150;
const [HEIGHT, WAVE_HEIGHT, WIDTH] = [72, 56, 900];
/** Longest clip in bytes whose sound is decoded for the strip. */
const MOST_BYTES = 60_000_000;

/** Draws pictures of the clip side by side, one after the other as they are found. Ends quietly on an error. */
export async function drawFrames(
  canvas: HTMLCanvasElement,
  url: string,
  whole: number,
  signal: AbortSignal,
): Promise<void> {
  const pen = canvas.getContext('2d');
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = url;
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const width = WIDTH / PICTURES;
  try {
    for (let index = 0; index < PICTURES && pen; index += 1) {
      video.currentTime = ((index + 0.5) / PICTURES) * whole;
      await reached(video, signal);
      const scale = Math.max(width / video.videoWidth, HEIGHT / video.videoHeight);
      const [w, h] = [width / scale, HEIGHT / scale];
      const [x, y] = [(video.videoWidth - w) / 2, (video.videoHeight - h) / 2];
      pen.drawImage(video, x, y, w, h, index * width, 0, width, HEIGHT);
    }
  } catch {
    // The strip stays plain.
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function reached(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('the picture can’t be shown'));
    video.addEventListener('seeked', () => resolve(), { once: true, signal });
    video.addEventListener('error', failed, { once: true, signal });
    signal.addEventListener('abort', failed, { once: true });
  });
}

/** Draws how loud the clip is over time. Ends quietly where the sound can't be read. */
export async function drawWave(canvas: HTMLCanvasElement, url: string, signal: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) return;
    const context = new OfflineAudioContext(1, 1, 8000);
    const sound = await context.decodeAudioData(await answer.arrayBuffer());
    if (signal.aborted) return;
    drawLevels(canvas, levelsOf(sound.getChannelData(0)));
  } catch {
    // Without a sound there is nothing to draw.
  }
}

function levelsOf(samples: Float32Array): number[] {
  const each = Math.max(1, Math.floor(samples.length / BARS));
  const levels = Array.from({ length: BARS }, (_, bar) => {
    let sum = 0;
    for (let i = bar * each; i < (bar + 1) * each; i += 1) sum += (samples[i] ?? 0) ** 2;
    return Math.sqrt(sum / each);
  });
  const loudest = Math.max(...levels, 0.01);
  return levels.map((level) => level / loudest);
}

function drawLevels(canvas: HTMLCanvasElement, levels: readonly number[]): void {
  Object.assign(canvas, { width: WIDTH, height: WAVE_HEIGHT });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = getComputedStyle(canvas).color;
  const step = WIDTH / BARS;
  levels.forEach((level, index) => {
    const tall = 3 + level * (WAVE_HEIGHT - 12);
    pen.fillRect(index * step, (WAVE_HEIGHT - tall) / 2, step * 0.6, tall);
  });
}
