/**
 * The one shape of everything that is joined into a film: video-only MP4 whose headers are equal byte for byte,
 * and beside it PCM of exactly `SAMPLES_PER_FRAME` samples a frame, so that joining copies packets and never drifts.
 */

/** Part of every segment's key: raise it when the bytes a segment would get change. */
export const PIPELINE_VERSION = 7;

export const FRAME_RATE = 30;
/** Every GOP is closed and begins with an IDR frame. */
export const GOP_FRAMES = 30;
/** MP4 time units a second; `TIMESCALE / FRAME_RATE` = 512 a frame. */
export const TIMESCALE = 15360;
export const SAMPLE_RATE = 48_000;
export const CHANNELS = 2;
export const SAMPLES_PER_FRAME = SAMPLE_RATE / FRAME_RATE;
export const CRF = 21;

export type RenditionName = '1080' | '720';

export interface Rendition {
  name: RenditionName;
  width: number;
  height: number;
  level: string;
  /** Kilobits a second that a player on a phone network must keep up with at most. */
  maxRate: number;
}

/** The size in which pictures are drawn, before they are scaled to the renditions. */
export const DRAWN_SIZE = { width: 1920, height: 1080 };

export const RENDITIONS: Record<RenditionName, Rendition> = {
  '1080': { name: '1080', width: 1920, height: 1080, level: '4.0', maxRate: 16_000 },
  '720': { name: '720', width: 1280, height: 720, level: '3.1', maxRate: 8_000 },
};

const COLOUR = 'bt709';

/** The end of each video filter chain: square pixels, progressive, bt709 limited range, 8-bit 4:2:0. */
export const NORMALISE_FILTER = [
  'setsar=1',
  'format=yuv420p',
  `setparams=field_mode=prog:range=tv:color_primaries=${COLOUR}:color_trc=${COLOUR}:colorspace=${COLOUR}`,
].join(',');

/** A third less CPU than `veryfast` alone; files are 3 to 12 % larger at the same SSIM (see decision 2). */
const CHEAPER_SEARCH = ['subme=1', 'analyse=i8x8,i4x4'];

/** `stitchable` keeps content out of the headers; a fixed number of threads keeps the machine out of the picture, and few frames in memory. */
const X264_PARAMS = [
  'stitchable=1',
  `keyint=${GOP_FRAMES}`,
  `min-keyint=${GOP_FRAMES}`,
  'scenecut=0',
  'open-gop=0',
  'ref=1',
  'bframes=3',
  'b-adapt=1',
  'weightp=1',
  'rc-lookahead=6',
  'threads=2',
  'lookahead-threads=1',
  'sync-lookahead=0',
  'chromaloc=0',
  ...CHEAPER_SEARCH,
  `colorprim=${COLOUR}`,
  `transfer=${COLOUR}`,
  `colormatrix=${COLOUR}`,
  'range=tv',
];

/** Threads of a filter graph: each holds slices of its own, and the machine must stay out of the memory. */
export const GRAPH_THREADS = ['-filter_complex_threads', '2'];

const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];

/**
 * Output arguments for the video of a segment, without `-map` and the path that follow and precede them.
 * The frames must come at 30 a second, in the rendition's size, through `NORMALISE_FILTER`.
 */
export function segmentVideoArgs(rendition: Rendition): string[] {
  return [...segmentEncoderArgs(rendition), ...segmentFileArgs()];
}

/**
 * The same without the file's shape, for pieces that become a segment later.
 * @param params x264's, beyond those of all segments; they must leave the headers as they are
 */
export function segmentEncoderArgs(rendition: Rendition, params: readonly string[] = []): string[] {
  return [
    ...['-an', '-sn', '-dn', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(CRF)],
    ...[
      '-profile:v',
      'high',
      '-level:v',
      rendition.level,
      '-pix_fmt',
      'yuv420p',
      '-fps_mode',
      'cfr',
      '-r',
      String(FRAME_RATE),
    ],
    ...['-maxrate', `${rendition.maxRate}k`, '-bufsize', `${rendition.maxRate * 1.5}k`],
    ...['-x264-params', [...X264_PARAMS, ...params].join(':'), '-a53cc', '0', '-field_order', 'progressive'],
    ...['-color_primaries', COLOUR, '-color_trc', COLOUR, '-colorspace', COLOUR, '-color_range', 'tv'],
    ...['-chroma_sample_location', 'left'],
    ...NO_METADATA,
  ];
}

/** The shape of a segment's video file, whether its packets come from an encoder or are copied. */
export function segmentFileArgs(): string[] {
  return [...NO_METADATA, '-video_track_timescale', String(TIMESCALE), '-movflags', '+faststart', '-f', 'mp4'];
}

/** Without the frames around it to learn from, a picture needs this to look as it does in a moving clip. */
const HELD_CRF = 15;
/** Nothing is predicted from one picture to the next: looking ahead would only take quality and time. */
const HELD_X264_PARAMS = ['mbtree=0', 'rc-lookahead=0'];
/** Held pictures a second that a player must keep up with at most, the one that begins a group included. */
const HELD_RATE = 4;

/**
 * Encoder arguments for pictures that stand for many frames each: all of them key frames, under the same headers. They
 * reach the encoder at 30 a second and a player at a few, so that its limit of the rate is higher.
 */
export function heldVideoArgs(rendition: Rendition): string[] {
  const rate = (rendition.maxRate * FRAME_RATE) / HELD_RATE;
  return [
    ...segmentEncoderArgs(rendition, HELD_X264_PARAMS),
    ...['-crf', String(HELD_CRF), '-maxrate', `${rate}k`, '-bufsize', `${rate}k`, '-force_key_frames', 'expr:1'],
  ];
}

/** Bits a second that a reduced picture takes at most: ten minutes of it stay below the largest file a tool may write. */
const REDUCED_RATE = '60M';

/**
 * Output arguments for a 1080p picture that is kept only until its segments are encoded from it. MPEG-2 of single pictures at
 * the finest quantiser loses nothing that can be seen, and is written and read for half the CPU that H.264 takes.
 */
export function reducedVideoArgs(): string[] {
  return [
    ...['-an', '-sn', '-dn', '-c:v', 'mpeg2video', '-g', '1', '-qmin', '1', '-lmin', 'QP2LAMBDA', '-threads:v', '1'],
    ...['-b:v', REDUCED_RATE, '-maxrate', REDUCED_RATE, '-bufsize', REDUCED_RATE],
    ...['-fps_mode', 'cfr', '-r', String(FRAME_RATE)],
    ...NO_METADATA,
    ...['-video_track_timescale', String(TIMESCALE), '-f', 'mp4'],
  ];
}

/** Output arguments for the sound of a segment; its chain must end in `exactSamplesFilter(frames)`. */
export function segmentAudioArgs(): string[] {
  return [
    ...['-vn', '-sn', '-dn', '-c:a', 'pcm_s16le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)],
    ...NO_METADATA,
    ...['-f', 'wav'],
  ];
}

/** Cuts or fills with silence to exactly the samples of `frames` frames. */
export function exactSamplesFilter(frames: number): string {
  const samples = frames * SAMPLES_PER_FRAME;
  return `aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=stereo,apad=whole_len=${samples},atrim=end_sample=${samples}`;
}

/** Frames over which a segment comes out of black, and goes back into it; a second or less fades in proportion. */
const EDGE_FRAMES = 8;

/** Length of the fade at each end of a segment of `frames` frames, in frames; 0 where it is too short for any. */
export function edgeFrames(frames: number): number {
  return Math.min(EDGE_FRAMES, Math.floor((frames * EDGE_FRAMES) / FRAME_RATE));
}

/**
 * Fades the picture of a whole segment of `frames` frames in and out, in YUV. Only the first frame is fully black, so a join
 * of two segments dips evenly through a single black frame. Takes frames in `NORMALISE_FILTER`'s format; may be empty.
 */
export function edgeFadeFilters(frames: number): string[] {
  const fade = edgeFrames(frames);
  if (fade === 0) return [];
  return [`fade=t=in:start_frame=0:nb_frames=${fade}`, `fade=t=out:start_frame=${frames - fade}:nb_frames=${fade}`];
}

/** Seconds of `frames` frames. */
export function secondsOfFrames(frames: number): number {
  return frames / FRAME_RATE;
}
