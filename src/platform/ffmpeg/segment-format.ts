/**
 * The common format of all parts of a film: video-only MP4 with identical headers, and PCM of exactly
 * `SAMPLES_PER_FRAME` samples a frame. So joining copies packets and audio never drifts.
 */

/** Part of every segment's cache key. Raise it when the bytes of a segment would change. */
export const PIPELINE_VERSION = 8;

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
  /** Maximum bitrate in kbit/s, for phones on mobile networks. */
  maxRate: number;
  /** Further x264 parameters, in all segments of the rendition, as headers depend on them. Default: none. */
  params?: readonly string[];
}

/** The size in which pictures are drawn, before they are scaled to the renditions. */
export const DRAWN_SIZE = { width: 1920, height: 1080 };

export const RENDITIONS: Record<RenditionName, Rendition> = {
  '1080': { name: '1080', width: 1920, height: 1080, level: '4.0', maxRate: 16_000 },
  '720': { name: '720', width: 1280, height: 720, level: '3.1', maxRate: 8_000 },
};

const COLOUR = 'bt709';

/** End of each video filter chain: square pixels, progressive, bt709 limited range, 8-bit 4:2:0. */
export const NORMALISE_FILTER = [
  'setsar=1',
  'format=yuv420p',
  `setparams=field_mode=prog:range=tv:color_primaries=${COLOUR}:color_trc=${COLOUR}:colorspace=${COLOUR}`,
].join(',');

/** A third less CPU than `veryfast` alone; files are 3 to 12 % larger at the same SSIM (see decision 2). */
const CHEAPER_SEARCH = ['subme=1', 'analyse=i8x8,i4x4'];

/** `stitchable` keeps headers independent of content; a fixed thread count makes output the same on all machines. */
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

/** A fixed number of filter threads, as each holds slices in memory. */
export const GRAPH_THREADS = ['-filter_complex_threads', '2'];

const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];

/**
 * Output arguments for a segment's video, to put between `-map` and the path. Input: 30 fps, the rendition's size,
 * through `NORMALISE_FILTER`.
 */
export function segmentVideoArgs(rendition: Rendition, params: readonly string[] = []): string[] {
  return [...segmentEncoderArgs(rendition, params), ...segmentFileArgs()];
}

/**
 * The same without the container, for pieces of a segment.
 * @param params further x264 parameters; they must not change the headers
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
    ...[
      '-x264-params',
      [...X264_PARAMS, ...(rendition.params ?? []), ...params].join(':'),
      '-a53cc',
      '0',
      '-field_order',
      'progressive',
    ],
    ...['-color_primaries', COLOUR, '-color_trc', COLOUR, '-colorspace', COLOUR, '-color_range', 'tv'],
    ...['-chroma_sample_location', 'left'],
    ...NO_METADATA,
  ];
}

/** Container arguments of a segment's video, encoded or copied. */
export function segmentFileArgs(): string[] {
  return [...NO_METADATA, '-video_track_timescale', String(TIMESCALE), '-movflags', '+faststart', '-f', 'mp4'];
}

/** Frames at each end of a segment that a transition replaces. */
export const CUT_FRAMES = 15;
/** Shorter segments are joined whole: there would be little left of them. */
const LEAST_CUT = 3 * CUT_FRAMES;

/** Whether a segment of `frames` frames has key frames at its cuts, and its edges without fades beside it. */
export function canBeCut(frames: number): boolean {
  return frames >= LEAST_CUT;
}

/** Key frames of a segment: one for each GOP, and one at each cut, so that packets can be dropped before and after. */
export function keyFrameArgs(frames: number): string[] {
  if (!canBeCut(frames)) return [];
  const last = frames - CUT_FRAMES;
  return ['-force_key_frames', `expr:lt(n,${last})*not(mod(n,${GOP_FRAMES}))+eq(n,${CUT_FRAMES})+eq(n,${last})`];
}

/** Keeps the first and last `CUT_FRAMES` of a whole segment of `frames` frames, in the rendition's format. */
export function edgesFilter(frames: number): string {
  const kept = `lt(n,${CUT_FRAMES})+gte(n,${frames - CUT_FRAMES})`;
  return `select='${kept}',setpts=N/(${FRAME_RATE}*TB),${NORMALISE_FILTER}`;
}

/** Bitrate of edges in 4K: nearly without loss. */
const LARGE_EDGES_RATE = '240M';

/** Output arguments for edges, which only transitions read: fast, and nearly without loss. */
export function edgesVideoArgs({ width }: Pick<Rendition, 'width'> = RENDITIONS['1080']): string[] {
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16'];
  // Next to an encoder of 4K there is no memory for a second one.
  const single = ['-c:v', 'mpeg2video', '-g', '1', '-qmin', '1', '-lmin', 'QP2LAMBDA', '-b:v', LARGE_EDGES_RATE];
  return [
    ...['-an', '-sn', '-dn', ...(width > DRAWN_SIZE.width ? single : x264), '-threads:v', '1'],
    ...['-pix_fmt', 'yuv420p', '-fps_mode', 'cfr', '-r', String(FRAME_RATE)],
    ...['-color_primaries', COLOUR, '-color_trc', COLOUR, '-colorspace', COLOUR, '-color_range', 'tv'],
    ...segmentFileArgs(),
  ];
}

/** The audio of both edges: like `edgesFilter`, for a chain of exactly `frames` frames. */
export function edgesAudioFilters(from: string, to: string, frames: number): string[] {
  const samples = CUT_FRAMES * SAMPLES_PER_FRAME;
  return [
    `[${from}]asplit=2[${to}-head][${to}-tail]`,
    `[${to}-head]atrim=end_sample=${samples}[${to}-first]`,
    `[${to}-tail]atrim=start_sample=${frames * SAMPLES_PER_FRAME - samples},asetpts=N/SR/TB[${to}-last]`,
    `[${to}-first][${to}-last]concat=n=2:v=0:a=1[${to}]`,
  ];
}

/** An isolated picture needs this quality to match a moving clip. */
const HELD_CRF = 15;
/** No picture is predicted from another, so lookahead would only cost time and quality. */
const HELD_X264_PARAMS = ['mbtree=0', 'rc-lookahead=0'];
/** Held pictures a second for the bitrate limit, including the one at the start of a GOP. */
const HELD_RATE = 4;

/**
 * Encoder arguments for held pictures: all key frames, under the same headers. Players get few of them, so the bitrate
 * limit is higher.
 */
export function heldVideoArgs(rendition: Rendition): string[] {
  const rate = (rendition.maxRate * FRAME_RATE) / HELD_RATE;
  return [
    ...segmentEncoderArgs(rendition, HELD_X264_PARAMS),
    ...['-crf', String(HELD_CRF), '-maxrate', `${rate}k`, '-bufsize', `${rate}k`, '-force_key_frames', 'expr:1'],
  ];
}

/** Maximum bitrate of a reduced picture: ten minutes stay below the file size limit of tools. */
const REDUCED_RATE = '60M';

/**
 * Output arguments for an intermediate 1080p video. Intra-only MPEG-2 at the finest quantiser is visually lossless and
 * takes half the CPU of H.264.
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

/** Output arguments for a segment's audio; its filter chain must end in `exactSamplesFilter(frames)`. */
export function segmentAudioArgs(): string[] {
  return [
    ...['-vn', '-sn', '-dn', '-c:a', 'pcm_s16le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)],
    ...NO_METADATA,
    ...['-f', 'wav'],
  ];
}

/** Trims or pads with silence to exactly the samples of `frames` frames. */
export function exactSamplesFilter(frames: number): string {
  const samples = frames * SAMPLES_PER_FRAME;
  return `aresample=${SAMPLE_RATE},aformat=sample_fmts=s16:channel_layouts=stereo,apad=whole_len=${samples},atrim=end_sample=${samples}`;
}

/** Frames of the fade at each end of a segment; shorter in segments of up to a second. */
const EDGE_FRAMES = 8;

/** Length of the fade at each end of a segment in frames; 0 when the segment is too short. */
export function edgeFrames(frames: number): number {
  return Math.min(EDGE_FRAMES, Math.floor((frames * EDGE_FRAMES) / FRAME_RATE));
}

/**
 * Fades a segment of `frames` frames in and out, in YUV after `NORMALISE_FILTER`. Only its first frame is black. May be
 * empty.
 */
export function edgeFadeFilters(frames: number): string[] {
  const fade = edgeFrames(frames);
  if (fade === 0) return [];
  return [`fade=t=in:start_frame=0:nb_frames=${fade}`, `fade=t=out:start_frame=${frames - fade}:nb_frames=${fade}`];
}

export function secondsOfFrames(frames: number): number {
  return frames / FRAME_RATE;
}
