import { runTool } from '../../../platform/ffmpeg/run.ts';
import { SAMPLE_RATE, segmentAudioArgs } from '../../../platform/ffmpeg/segment-format.ts';
import { finishAudioFilter } from './loudness.ts';
import type { PreparedFiles } from './prepared-clip.ts';

export interface FinishAudioInput {
  /** What was decoded from the source; null gives silence. */
  rawAudio: string | null;
  /** dB to apply. */
  gain: number;
  /** dBTP of what was decoded. */
  truePeak: number;
  frames: number;
  files: Pick<PreparedFiles, 'video720' | 'audio' | 'preview'>;
}

/** Levels the sound, gives it exactly the length of the picture, and joins it with the 720p rendition for browsers. Throws ToolError. */
export async function finishAudio(input: FinishAudioInput, signal?: AbortSignal): Promise<void> {
  await runTool('ffmpeg', finishAudioArgs(input), { timeLimit: 60_000 + input.frames * 20, signal });
}

export function finishAudioArgs({ rawAudio, gain, truePeak, frames, files }: FinishAudioInput): string[] {
  const source = rawAudio
    ? ['-f', 'wav', '-i', rawAudio]
    : ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];
  return [
    ...['-y', ...source, '-i', files.video720],
    ...['-filter_complex', `[0:a]${finishAudioFilter(gain, truePeak, frames)},asplit=2[wav][aac]`],
    ...['-map', '[wav]', ...segmentAudioArgs(), files.audio],
    ...['-map', '1:v', '-map', '[aac]', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', files.preview],
  ];
}
