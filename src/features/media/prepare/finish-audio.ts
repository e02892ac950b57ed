import { runTool } from '../../../platform/ffmpeg/run.ts';
import { SAMPLE_RATE, segmentAudioArgs } from '../../../platform/ffmpeg/segment-format.ts';
import { type FinishedSound, finishAudioFilter } from './loudness.ts';
import type { PreparedFiles } from './prepared-clip.ts';

export interface FinishAudioInput extends FinishedSound {
  /** What was decoded from the source; null gives silence. */
  rawAudio: string | null;
  /** Where the levelled sound goes. */
  audio: string;
  /** Picture without sound that we made, and where it goes together with the sound. */
  video: string;
  preview: string;
}

/** Levels the sound, gives it exactly the length of the picture, and joins both for browsers. Throws ToolError. */
export async function finishAudio(input: FinishAudioInput, signal?: AbortSignal): Promise<void> {
  await runTool('ffmpeg', finishAudioArgs(input), { timeLimit: 60_000 + input.frames * 20, signal });
}

export function finishAudioArgs(input: FinishAudioInput): string[] {
  const source = input.rawAudio
    ? ['-f', 'wav', '-i', input.rawAudio]
    : ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];
  return [
    ...['-y', ...source, '-i', input.video],
    ...['-filter_complex', `[0:a]${finishAudioFilter(input)},asplit=2[wav][aac]`],
    ...['-map', '[wav]', ...segmentAudioArgs(), input.audio],
    ...['-map', '1:v', '-map', '[aac]', ...previewArgs(), input.preview],
  ];
}

/** Joins the 720p rendition and the levelled sound for browsers. Throws ToolError. */
export async function joinPreview(
  files: Pick<PreparedFiles, 'video720' | 'audio' | 'preview'>,
  signal?: AbortSignal,
): Promise<void> {
  const args = ['-y', '-i', files.video720, '-i', files.audio, '-map', '0:v', '-map', '1:a', ...previewArgs()];
  await runTool('ffmpeg', [...args, files.preview], { timeLimit: 120_000, signal });
}

function previewArgs(): string[] {
  return [
    ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'],
  ];
}
