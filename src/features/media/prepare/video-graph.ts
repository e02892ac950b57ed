import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import {
  FRAME_RATE,
  keyFrameArgs,
  NORMALISE_FILTER,
  RENDITIONS,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { lookFilters } from './colour-look.ts';
import { AT_FRAME_RATE, evenPaceFilters } from './even-pace.ts';
import { cropBox, layIn, type Size, straightened, turned } from './geometry.ts';
import type { VideoFacts } from './source-facts.ts';
import { toneMapFilters } from './tone-map.ts';

/** A video with its edit. */
export interface PictureSource {
  facts: VideoFacts;
  edit: MediaEdit;
  /** From `writeToneMap`; null for SDR. */
  toneMap: string | null;
}

/**
 * Sources with at least this many coded pixels are reduced to a film frame in the first look: their frames take 12 to
 * 32 MB, a decoder holds up to nine, and reading costs more than both encoders.
 */
const LARGE = 4_000_000;

/** Whether the source is large enough to be read only once (4K). */
export function isLarge({ probe }: VideoFacts): boolean {
  return (probe.video?.width ?? 0) * (probe.video?.height ?? 0) >= LARGE;
}

/** Colour of the fill `colour`: the product's ink. */
const FILL_COLOUR = '0x3a1a30';
/** The blur is computed with this many pixels on the longer side: cheap, and upscaling smooths it further. */
const BLURRED = 240;
const DARKEN = "lutyuv=y='16+(val-16)*0.55':u='128+(val-128)*0.55':v='128+(val-128)*0.55'";

/** Up to this frame rate, pictures are laid out once and repeated afterwards. */
const SPARSE_RATE = 15;

/** A source with mostly repeated pictures at the film's frame rate. Not a GIF, which loops. */
function isSparse({ probe, container }: VideoFacts): boolean {
  const span = probe.videoSpan;
  if (!span || container === 'gif') return false;
  return span.packets / Math.max(span.end - span.start, 1 / FRAME_RATE) <= SPARSE_RATE;
}

/** Filters that straighten, crop, rotate and mirror the decoded stream, upright and progressive. */
export function sourceFilters(facts: VideoFacts, edit: MediaEdit, atFrameRate: boolean): string[] {
  const video = facts.probe.video;
  const filters = sizeFilters(facts);
  if (video?.interlaced) filters.push('bwdif=mode=send_frame:deint=interlaced');
  if (atFrameRate) filters.push(...paceFilters(facts));
  let size = uprightCoded(facts);
  if (edit.straighten) {
    // Oblong pixels would be sheared.
    if (size.width !== facts.width) filters.push(`scale=${facts.width}:${facts.height}`, 'setsar=1');
    size = straightened(facts, edit.straighten);
    filters.push(`rotate=a=${edit.straighten}*PI/180:ow=${size.width}:oh=${size.height}`);
  }
  if (edit.crop) {
    const { width, height, x, y } = cropBox(size, edit.crop);
    filters.push(`crop=${width}:${height}:${x}:${y}`);
  }
  if (edit.rotate) filters.push(TURNS[edit.rotate]);
  if (edit.flip) filters.push(edit.flip === 'horizontal' ? 'hflip' : 'vflip');
  return filters;
}

/** Browsers change the size of a recording when its screen or phone turns: later pictures are laid into the first size. */
function sizeFilters(facts: VideoFacts): string[] {
  const { width, height } = uprightCoded(facts);
  // `pad` can't keep odd sizes.
  if (facts.container !== 'matroska' || width % 2 !== 0 || height % 2 !== 0) return [];
  return [`scale=${width}:${height}:force_original_aspect_ratio=decrease`, `pad=${width}:${height}:-1:-1`];
}

/** Converts to the film's frame rate; nothing for a sparse source, see `lastingFilters`. */
export function paceFilters(facts: VideoFacts): string[] {
  if (isSparse(facts)) return [];
  return facts.container === 'gif' ? [AT_FRAME_RATE] : evenPaceFilters(facts.probe.videoSpan);
}

const TURNS = { 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' } as const;

/**
 * Repeats laid-out pictures: converts a sparse source to the film's frame rate, and holds the last picture until the
 * audio ends; truncated files were refused before. Use it after scaling: held 4K pictures would take 80 MB more.
 * @param length seconds of the whole clip
 */
export function lastingFilters(facts: VideoFacts, length: number): string[] {
  const { probe, duration } = facts;
  if (isSparse(facts)) {
    const held = duration - Math.max(0, probe.videoSpan?.last ?? 0);
    const end = length.toFixed(3);
    return [AT_FRAME_RATE, `tpad=stop_mode=clone:stop_duration=${held.toFixed(3)}`, `trim=end=${end}`];
  }
  const pictureEnd = (probe.videoSpan?.end ?? 0) - Math.max(0, Math.min(probe.videoSpan?.start ?? 0, 0));
  return duration - pictureEnd > 0.25
    ? [`tpad=stop_mode=clone:stop_duration=${(duration - pictureEnd).toFixed(3)}`]
    : [];
}

function uprightCoded(facts: VideoFacts): Size {
  const { width = 2, height = 2 } = facts.probe.video ?? {};
  return turned({ width, height }, facts.rotation);
}

/** Aspect ratio after crop and rotation. */
export function shownAspect(facts: Size, edit: MediaEdit): number {
  const width = facts.width * (edit.crop?.width || 1);
  const height = facts.height * (edit.crop?.height || 1);
  const size = turned({ width, height }, edit.rotate ?? 0);
  return Math.min(20, Math.max(0.05, size.width / size.height));
}

/** Scales to `size`, converts to bt709, limited range, 8 bit, and applies the colour look. */
function scaleAndColour(source: PictureSource, size: Size): string[] {
  return [...scaledTo(source, size), ...lookFilters(source.edit.look)];
}

function scaledTo({ facts, edit, toneMap }: PictureSource, size: Size): string[] {
  const flags = size.height < RENDITIONS['1080'].height ? 'bilinear' : 'bicubic';
  const scale = `scale=${size.width}:${size.height}:flags=${flags}`;
  if (toneMap) return [...toneMapFilters(facts, toneMap, scale), 'setsar=1'];
  const matrix = inputMatrix(facts);
  if (matrix === 'bt709' && isReady(facts, edit, size)) return ['format=yuv420p', 'setsar=1'];
  return [`${scale}:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`, 'format=yuv420p', 'setsar=1'];
}

function isReady(facts: VideoFacts, edit: MediaEdit, size: Size): boolean {
  const { video } = facts.probe;
  if (edit.crop || edit.rotate || edit.straighten || video?.pixelFormat !== 'yuv420p' || video.range === 'pc')
    return false;
  return isExactly(uprightCoded(facts), size);
}

/** Untagged video: HD is bt709, smaller is bt601. */
function inputMatrix(facts: VideoFacts): string {
  const space = facts.probe.video?.colourSpace ?? 'unknown';
  if (space === 'bt709') return 'bt709';
  if (space.startsWith('bt2020')) return 'bt2020';
  if (space === 'smpte170m' || space === 'bt470bg') return 'bt601';
  if (space === 'fcc' || space === 'smpte240m') return space;
  return Math.max(facts.probe.video?.height ?? 0, facts.probe.video?.width ?? 0) >= 1280 ? 'bt709' : 'bt601';
}

/**
 * Lays the stream `[from]` into `frame` as `[to]`, whose name keeps labels unique in a graph; never black bars.
 * @param isPaced whether the stream has the film's frame rate. Then a blurred fill changes with every second frame
 *   only, which is invisible and saves a tenth of the encoding.
 */
export function layInFilters(from: string, to: string, source: PictureSource, frame: Size, isPaced = false): string[] {
  const fill = source.edit.fill ?? 'blur';
  const { picture, covers } = layIn(shownAspect(source.facts, source.edit), frame, fill);
  const scaled = scaleAndColour(source, picture).join(',');
  const { width, height } = frame;
  if (covers) return [`[${from}]${scaled}${isExactly(picture, frame) ? '' : `,crop=${width}:${height}`}[${to}]`];
  if (fill === 'colour') return [`[${from}]${scaled},pad=${width}:${height}:-1:-1:color=${FILL_COLOUR}[${to}]`];
  const small = blurSize(frame);
  const [halved, doubled] = isPaced ? [`fps=${FRAME_RATE / 2}:round=up,`, `,fps=${FRAME_RATE}`] : ['', ''];
  return [
    `[${from}]${scaled},split=2[${to}-picture][${to}-ground]`,
    `[${to}-ground]${halved}scale=${small}:force_original_aspect_ratio=increase:flags=area,crop=${small},gblur=sigma=5,` +
      `${DARKEN},scale=${width}:${height}:flags=bilinear,setsar=1${doubled}[${to}-blur]`,
    `[${to}-blur][${to}-picture]overlay=(W-w)/2:(H-h)/2:format=yuv420:shortest=${isPaced ? 1 : 0}[${to}]`,
  ];
}

function blurSize({ width, height }: Size): string {
  const scale = BLURRED / Math.max(width, height);
  return `${2 * Math.ceil((width * scale) / 2)}:${2 * Math.ceil((height * scale) / 2)}`;
}

function isExactly(picture: Size, frame: Size): boolean {
  return picture.width === frame.width && picture.height === frame.height;
}

/**
 * Splits a finished stream of a frame's large size into `[v1080]` and `[v720]`, or with another prefix than `v`. Without
 * the small one where the film has it already.
 */
export function renditionFilters(from: string, to = 'v', { renditions, sharesSmall }: FilmFrame = WIDE): string[] {
  if (sharesSmall) return [`[${from}]${NORMALISE_FILTER}[${to}1080]`];
  const { width, height } = renditions['720'];
  return [
    `[${from}]${NORMALISE_FILTER},split=2[${to}1080][${to}-720]`,
    `[${to}-720]scale=${width}:${height}:flags=bilinear,${NORMALISE_FILTER}[${to}720]`,
  ];
}

/** Outputs of `renditionFilters`. @param params further x264 parameters, see `segmentEncoderArgs` */
export function renditionOutputs(
  frames: number,
  { video1080, video720 }: { video1080: string; video720: string },
  { renditions, sharesSmall }: FilmFrame = WIDE,
  params: readonly string[] = [],
): string[] {
  const keys = keyFrameArgs(frames);
  return [
    ...['-map', '[v1080]', ...segmentVideoArgs(renditions['1080'], params), ...keys, video1080],
    ...(sharesSmall ? [] : ['-map', '[v720]', ...segmentVideoArgs(renditions['720'], params), ...keys, video720]),
  ];
}
