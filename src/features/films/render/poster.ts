import sharp from 'sharp';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { Timeline } from './timeline.ts';

/** Writes the film's poster: the opening card with its text, or the first clip. */
export async function writePosters(
  timeline: Timeline,
  files: { posterJpg: string; posterWebp: string },
  signal?: AbortSignal,
  { renditions }: FilmFrame = WIDE,
): Promise<void> {
  const { width, height } = renditions['720'];
  const first = timeline.items[0];
  if (!first) throw new Error('a film without pictures has no poster');
  const at = secondsOfFrames(Math.floor(first.frames * (first.role === 'intro' ? 0.7 : 0.3)));
  const input = ['-ss', at.toFixed(3), '-i', `file:${first.segment.files.video720}`, '-frames:v', '1'];
  const output = ['-vf', 'scale=in_color_matrix=bt709,format=rgb24', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = await runTool('ffmpeg', [...input, ...output], { timeLimit: 60_000, signal });
  const picture = sharp(stdout, { raw: { width, height, channels: 3 } });
  await picture.clone().jpeg({ quality: 82, progressive: true }).toFile(files.posterJpg);
  await picture.clone().webp({ quality: 76, effort: 2 }).toFile(files.posterWebp);
}
