import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { ClipSegment } from '../../media/timeline-clips.service.ts';

/** A segment in the preview: fragments of its 720p file, read by byte range. */
export interface PreviewItem {
  /** URL of the file. */
  url: string;
  stream: NonNullable<ClipSegment['stream']>;
}

/**
 * HLS playlist of segments in order. Each is a discontinuity, so players ignore its own timestamps; a new order needs
 * only a new playlist.
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
