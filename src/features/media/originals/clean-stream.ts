import { runTool } from '../../../platform/ffmpeg/run.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import type { Container } from '../prepare/content-type.ts';

const TIME_LIMIT = 10 * 60_000;
/** ffmpeg's muxers by common file extension. */
const MUXERS: Record<string, string> = {
  ...{ mp4: 'mp4', m4v: 'mp4', m4a: 'ipod', mov: 'mov', '3gp': '3gp', '3g2': '3g2' },
  ...{ webm: 'webm', mkv: 'matroska', avi: 'avi', gif: 'gif', mp3: 'mp3', wav: 'wav', ogg: 'ogg' },
};

/**
 * Remuxes video and audio without encoding. Keeps the rotation; drops texts, position, times, chapters, cover pictures,
 * and data tracks, in which cameras log positions. Throws ToolError.
 */
export async function cleanStream(
  source: string,
  target: string,
  { demuxer, extension }: Extract<Container, { family: 'stream' }>,
  signal?: AbortSignal,
): Promise<void> {
  await runTool(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-y'],
      ...untrustedInput(source, demuxer),
      ...['-map', '0:V?', '-map', '0:a?', '-dn', '-sn', '-c', 'copy'],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-strict', 'unofficial'],
      ...['-f', MUXERS[extension] ?? 'mov', `file:${target}`],
    ],
    { timeLimit: TIME_LIMIT, signal },
  );
}
