import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  canBeCut,
  edgesAudioFilters,
  exactSamplesFilter,
  SAMPLE_RATE,
  segmentAudioArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { writeSilence } from '../../../platform/ffmpeg/wav.ts';
import { type FinishedSound, fadeFilter, levelFilter } from './loudness.ts';

export interface FinishAudioInput extends FinishedSound {
  /** Decoded audio of the source; null: silence. */
  rawAudio: string | null;
  /** Target of the normalised audio. */
  audio: string;
  /** Target of its first and last frames without fades. */
  edgesAudio: string;
  /** Our video without audio, and the target for both; null: none. */
  playable: { video: string; target: string } | null;
}

/** Normalises the audio, trims it to the video's length, and muxes both for browsers if requested. Throws ToolError. */
export async function finishAudio(input: FinishAudioInput, signal?: AbortSignal): Promise<void> {
  const { rawAudio, playable, audio, edgesAudio, frames } = input;
  if (!rawAudio && !playable) {
    await writeSilence(audio, frames);
    if (canBeCut(frames)) await writeSilence(edgesAudio, 2 * CUT_FRAMES);
    return;
  }
  await runTool('ffmpeg', finishAudioArgs(input), { timeLimit: 60_000 + input.frames * 20, signal });
}

/** Arguments for ffmpeg. */
function finishAudioArgs(input: FinishAudioInput): string[] {
  const { rawAudio, audio, edgesAudio, playable, frames } = input;
  const source = rawAudio
    ? ['-f', 'wav', '-i', rawAudio]
    : ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];
  const hasEdges = canBeCut(frames);
  const graph = [
    `[0:a]${levelFilter(input)}${hasEdges ? ',asplit=2[level][ends];[level]' : ','}${fadeFilter(input)}` +
      (playable ? ',asplit=2[wav][aac]' : '[wav]'),
    ...(hasEdges ? [`[ends]${exactSamplesFilter(frames)}[exact]`, ...edgesAudioFilters('exact', 'edges', frames)] : []),
  ].join(';');
  const edges = hasEdges ? ['-map', '[edges]', ...segmentAudioArgs(), edgesAudio] : [];
  const wav = ['-map', '[wav]', ...segmentAudioArgs(), audio, ...edges];
  if (!playable) return ['-y', ...source, '-filter_complex', graph, ...wav];
  return [
    ...['-y', ...source, '-i', playable.video, '-filter_complex', graph, ...wav],
    ...['-map', '1:v', '-map', '[aac]', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k', '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-flags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', playable.target],
  ];
}
