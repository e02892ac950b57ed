import { runTool } from './run.ts';

/** Number of video frames in the index of an MP4 that we encoded. Throws ToolError. */
export async function countFrames(path: string, signal?: AbortSignal): Promise<number> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=nb_frames', '-of', 'csv=p=0', path];
  const { stdout } = await runTool('ffprobe', args, { timeLimit: 30_000, signal });
  const frames = Number(stdout.toString('utf8').trim());
  return Number.isInteger(frames) ? frames : 0;
}
