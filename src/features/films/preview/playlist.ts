import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { ClipSegment } from '../../media/timeline-clips.service.ts';

/** A segment as the preview plays it: the fragments in its 720p file, read in parts. */
export interface PreviewItem {
  /** Where the player finds the file. */
  url: string;
  stream: NonNullable<ClipSegment['stream']>;
}

/**
 * The HLS playlist of segments in the given order. Each is marked as a discontinuity, so a player places it at the sum
 * of the lengths before it, whatever its own time stamps are: another order is another playlist and nothing else.
 */
export function previewPlaylist(items: readonly PreviewItem[]): string {
  const longest = Math.max(0, ...items.flatMap(({ stream }) => stream.parts.map(({ frames }) => frames)));
  const lines = items.flatMap(({ url, stream }, index) => {
    if (/[\r\n"]/.test(url)) throw new Error('a preview address that would break the playlist');
    return [
      ...(index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXT-X-MAP:URI="${url}",BYTERANGE="${stream.header.bytes}@${stream.header.offset}"`,
      ...stream.parts.flatMap(({ frames, offset, bytes }) => [
        `#EXTINF:${secondsOfFrames(frames).toFixed(6)},`,
        `#EXT-X-BYTERANGE:${bytes}@${offset}`,
        url,
      ]),
    ];
  });
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(secondsOfFrames(longest)))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...lines,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`;
}
