import sharp, { type Sharp } from 'sharp';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { RENDITIONS } from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { ToolError } from '../../../platform/tool-error.ts';
import { sparingInput } from './frame-bytes.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import { outsideCuts } from './timing.ts';
import type { Span } from './trim.ts';
import { layInFilters, type PictureSource, sourceFilters } from './video-graph.ts';

type PosterFiles = Pick<PreparedFiles, 'posterJpg' | 'posterWebp'>;

const SIZE = RENDITIONS['720'];
/** Mean of the channels (0 to 255) below which a picture is too dark for a poster. */
const DARK = 10;

/** Writes both poster files from a picture in the film's shape; only pixels are copied. */
export async function writePosters(picture: Sharp, files: PosterFiles): Promise<void> {
  const small = picture.resize(SIZE.width, SIZE.height, { fit: 'cover' }).removeAlpha();
  await Promise.all([
    small.clone().jpeg({ quality: 80, progressive: true }).toFile(files.posterJpg),
    small.clone().webp({ quality: 74, effort: 2 }).toFile(files.posterWebp),
  ]);
}

/** Takes the poster from the source, before encoding. False if there is no picture. */
export async function posterOfVideo(
  source: PictureSource & { path: string; span: Span },
  files: PosterFiles,
  signal?: AbortSignal,
): Promise<boolean> {
  const { start, length } = source.span;
  for (const at of [start + Math.min(1, length / 3), start + length * 0.6]) {
    const shown = start + outsideCuts(source.span.timing, at - start);
    const pixels = await grabFrame(source, Math.min(shown, source.facts.duration * 0.95), signal);
    if (!pixels) return false;
    const picture = sharp(pixels, { raw: { width: SIZE.width, height: SIZE.height, channels: 3 } });
    const { channels } = await picture.stats();
    const isDark = channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length < DARK;
    if (isDark && at < start + length * 0.6) continue;
    await writePosters(picture, files);
    return true;
  }
  return false;
}

async function grabFrame(
  picture: PictureSource & { path: string },
  at: number,
  signal: AbortSignal | undefined,
): Promise<Buffer | null> {
  const { path, facts, edit } = picture;
  const source = sourceFilters(facts, edit, false);
  const graph = [
    `[0:${facts.probe.video?.index ?? 0}]${source.length > 0 ? source.join(',') : 'null'}[picture]`,
    ...layInFilters('picture', 'framed', picture, SIZE),
    '[framed]scale=in_color_matrix=bt709,format=rgb24[out]',
  ].join(';');
  // Decode only pictures that others depend on: one is near, and it halves the decoding.
  const seek = at > 0 ? ['-skip_frame', 'noref', '-ss', at.toFixed(3)] : [];
  const args = [
    ...untrustedInput(path, facts.container, [...sparingInput(facts.probe.video), ...seek]),
    ...['-filter_complex', graph, '-map', '[out]', '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'],
  ];
  try {
    const { stdout } = await runTool('ffmpeg', args, { timeLimit: 60_000, signal });
    return stdout.length === SIZE.width * SIZE.height * 3 ? stdout : null;
  } catch (error) {
    // A failed seek is no reason to refuse the clip: the encoder reads it from its start.
    if (error instanceof ToolError && error.reason === 'exit') return null;
    throw error;
  }
}

/** Takes the poster from our rendition, if the source could not be sought. */
export async function posterOfSegment(
  video720: string,
  at: number,
  files: PosterFiles,
  signal?: AbortSignal,
): Promise<void> {
  const args = [
    '-ss',
    at.toFixed(3),
    '-i',
    video720,
    '-frames:v',
    '1',
    '-vf',
    `scale=${SIZE.width}:${SIZE.height}:in_color_matrix=bt709`,
  ];
  const output = ['-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = await runTool('ffmpeg', [...args, ...output], { timeLimit: 60_000, signal });
  await writePosters(sharp(stdout, { raw: { width: SIZE.width, height: SIZE.height, channels: 3 } }), files);
}
