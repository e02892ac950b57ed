/** Maximum pixels that any decoder may open: format whitelists don't stop decompression bombs. */
export const MAX_PIXELS = 60_000_000;

/** More threads only use more memory; encoding is the bottleneck. */
const DECODER_THREADS = 2;

/** ffmpeg demuxers allowed for uploads. */
export type Demuxer = 'mov' | 'matroska' | 'avi' | 'gif' | 'mp3' | 'wav' | 'ogg';

/** Names for `-format_whitelist` where they differ from `-f`. */
const WHITELIST_NAMES: Record<Demuxer, string> = {
  mov: 'mov,mp4,m4a,3gp,3g2,mj2',
  matroska: 'matroska,webm',
  avi: 'avi',
  gif: 'gif',
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
};

/**
 * Arguments to open an untrusted file: local, with the detected demuxer only, at most `MAX_PIXELS`. `inputOptions` come
 * before `-i`.
 */
export function untrustedInput(path: string, demuxer: Demuxer, inputOptions: string[] = []): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe'],
    ...['-format_whitelist', WHITELIST_NAMES[demuxer]],
    ...['-max_pixels', String(MAX_PIXELS)],
    ...['-threads', String(DECODER_THREADS)],
    ...['-f', demuxer],
    ...inputOptions,
    ...['-i', `file:${path}`],
  ];
}
