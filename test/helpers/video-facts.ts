import type { VideoFacts } from '../../src/features/media/prepare/source-facts.ts';
import type { PacketSpan, ProbedVideo } from '../../src/platform/ffmpeg/probe.ts';

/** Packets of ten seconds, 30 a second. */
export const SPAN: PacketSpan = { packets: 300, start: 0, last: 9.967, end: 10, densest: 30 };
const AUDIO = { index: 1, codec: 'aac', channels: 2 };

/** Ten seconds of a phone's 1080p, 30 frames a second, with sound. */
export function videoOf(
  video: Partial<ProbedVideo> = {},
  facts: Partial<VideoFacts> = {},
  span: Partial<PacketSpan> = {},
): VideoFacts {
  const probed: ProbedVideo = {
    index: 0,
    codec: 'h264',
    width: 1920,
    height: 1080,
    pixelAspect: 1,
    rotation: 0,
    interlaced: false,
    pixelFormat: 'yuv420p',
    colourSpace: 'bt709',
    transfer: 'bt709',
    primaries: 'bt709',
    range: 'tv',
    ...video,
  };
  return {
    kind: 'video',
    mime: 'video/mp4',
    extension: 'mp4',
    bytes: 1000,
    container: 'mov',
    width: probed.width,
    height: probed.height,
    rotation: 0,
    duration: 10,
    hasAudio: true,
    hdr: false,
    isTurnedTwice: false,
    probe: {
      video: probed,
      audio: AUDIO,
      videoSpan: { ...SPAN, ...span },
      audioSpan: SPAN,
      claimedDuration: 10,
      isPartial: false,
    },
    ...facts,
  };
}

/** What follows an option, once for each time it is given. */
export const valuesOf = (args: readonly string[], option: string) =>
  args.flatMap((arg, i) => (arg === option ? [args[i + 1] ?? ''] : []));

export const source = (facts: VideoFacts, edit = {}) => ({ facts, edit, toneMap: null });
