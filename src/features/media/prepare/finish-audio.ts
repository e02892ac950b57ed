import { runTool } from '../../../platform/ffmpeg/run.ts';
import { SAMPLE_RATE, segmentAudioArgs } from '../../../platform/ffmpeg/segment-format.ts';
import { type FinishedSound, finishAudioFilter } from './loudness.ts';

export interface FinishAudioInput extends FinishedSound {
  /** What was decoded from the source; null gives silence. */
  rawAudio: string | null;
  /** Where the levelled sound goes. */
  audio: string;
  /** Picture without sound that we made, and where it goes together with the sound; null for neither. */
  playable: { video: string; target: string } | null;
}

/** Levels the sound, gives it exactly the length of the picture, and joins both for browsers if asked to. Throws ToolError. */
export async function finishAudio(input: FinishAudioInput, signal?: AbortSignal): Promise<void> {
  await runTool('ffmpeg', finishAudioArgs(input), { timeLimit: 60_000 + input.frames * 20, signal });
}

function finishAudioArgs(input: FinishAudioInput): string[] {
  const { rawAudio, audio, playable } = input;
  const source = rawAudio
    ? ['-f', 'wav', '-i', rawAudio]
    : ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];
  const finished = `[0:a]${finishAudioFilter(input)}`;
  const wav = ['-map', '[wav]', ...segmentAudioArgs(), audio];
  if (!playable) return ['-y', ...source, '-filter_complex', `${finished}[wav]`, ...wav];
  return [
    ...['-y', ...source, '-i', playable.video, '-filter_complex', `${finished},asplit=2[wav][aac]`, ...wav],
    ...['-map', '1:v', '-map', '[aac]', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k', '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-flags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', playable.target],
  ];
}
