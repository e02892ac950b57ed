/** The largest picture any decoder may open, in pixels; format whitelists alone let picture bombs pass. */
export const MAX_PIXELS = 60_000_000;

/** More of them would only hold more frames: the encoders set the pace. */
const DECODER_THREADS = 2;

/** ffmpeg's own names of the demuxers an upload may be opened with. */
export type Demuxer = 'mov' | 'matroska' | 'avi' | 'gif' | 'mp3' | 'wav' | 'ogg';

/** The name `-format_whitelist` compares with, where it differs from the one that `-f` takes. */
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
 * The arguments that open a stranger's file: local files only, with the one demuxer its content was found to need
 * (a playlist dressed up as a video is never followed), and no picture beyond `MAX_PIXELS`.
 * `inputOptions` such as `-ss` go between them and `-i`.
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
