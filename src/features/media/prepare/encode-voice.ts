import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STILL_PARAMS } from '../../../platform/ffmpeg/encode-still.ts';
import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { rawPath, rawPictures, repeatedInput } from '../../../platform/ffmpeg/repeated-picture.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { FRAME_RATE, GRAPH_THREADS } from '../../../platform/ffmpeg/segment-format.ts';
import { edgesOutput, endingFilters } from './encode-video.ts';
import type { Box } from './geometry.ts';
import type { PreparedFiles, PrepareOptions } from './prepared-clip.ts';
import { renditionFilters, renditionOutputs } from './video-graph.ts';
import { KNOB, type VoiceCard } from './voice-card.ts';

interface MovingVoice {
  /** Paths of its pictures, as `encodeVoice` writes them. */
  card: { heard: string; waiting: string; playhead: string };
  wave: Box;
  frames: number;
  /** Seconds until the last sound. */
  spoken: number;
  files: Pick<PreparedFiles, 'video1080' | 'video720' | 'edgesVideo'>;
  /** Default: `WIDE`. */
  frame?: FilmFrame;
}

/** Encodes the pictures of a voice message: a playhead crosses its waveform while it is heard. Throws ToolError. */
export async function encodeVoice(
  { card, ...input }: Omit<MovingVoice, 'card' | 'wave'> & { card: VoiceCard; temp: string },
  options: Pick<PrepareOptions, 'signal' | 'niceness'> & { onProgress?: (seconds: number) => void },
): Promise<void> {
  const { frame = WIDE, frames, temp } = input;
  const { wave } = card;
  const heard = join(temp, 'voice.png');
  const playhead = join(temp, 'playhead.png');
  await Promise.all([writeFile(heard, card.heard), writeFile(playhead, card.playhead)]);
  const waiting = join(temp, 'waiting');
  const pictures = [
    { picture: heard, path: heard, ...frame.drawn },
    { picture: card.waiting, path: waiting, ...wideOf(wave) },
  ];
  await rawPictures(pictures, options);
  const paths = { heard: rawPath(heard), waiting: rawPath(waiting), playhead };
  await runTool('ffmpeg', voiceArgs({ ...input, wave, card: paths }), {
    timeLimit: (120_000 + frames * 1000) * unitOf(frame) ** 2,
    ...options,
  });
}

/** Arguments for ffmpeg. */
function voiceArgs({ card, wave, frames, spoken, files, frame = WIDE }: MovingVoice): string[] {
  const { width, height } = frame.renditions['1080'];
  const scaled = width === frame.drawn.width ? '' : `,scale=${width}:${height}:flags=bicubic`;
  // Even pixels, as chroma has half as many.
  const heard = `2*floor(${wave.width / 2}*min(n/${Math.max(1, Math.round(spoken * FRAME_RATE))},1))`;
  const graph = [
    `[1:v]crop=w=${wave.width}:h=${wave.height}:x='${heard}':y=0[waiting]`,
    // What is left to hear covers what is drawn as heard, and is moved as far as it was cropped.
    `[0:v][waiting]overlay=x='${wave.x}+${heard}':y=${wave.y}:format=yuv420[wave]`,
    `[wave][2:v]overlay=x='${wave.x - KNOB / 2}+${heard}':y=${wave.y}:format=yuv420,` +
      `setsar=1,trim=end_frame=${frames}${scaled}[framed]`,
    ...endingFilters(null, frames, frame),
    ...renditionFilters('edged', 'v', frame),
  ];
  return [
    ...[
      '-y',
      ...GRAPH_THREADS,
      ...repeatedInput(card.heard, frame.drawn),
      ...repeatedInput(card.waiting, wideOf(wave)),
    ],
    ...['-i', card.playhead, '-filter_complex', graph.join(';')],
    ...renditionOutputs(frames, files, frame, STILL_PARAMS),
    ...edgesOutput(frames, files, frame),
  ];
}

/** The waveform with as much paper beside it. */
function wideOf({ width, height }: Box): { width: number; height: number } {
  return { width: 2 * width, height };
}
