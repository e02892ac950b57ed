import { runTool } from './run.ts';
import { type Demuxer, untrustedInput } from './untrusted-input.ts';

export type QuarterTurn = 0 | 90 | 180 | 270;

export interface ProbedVideo {
  /** Index among all streams. */
  index: number;
  codec: string;
  /** Coded size, before rotation and pixel aspect. */
  width: number;
  height: number;
  /** Pixel width divided by height. */
  pixelAspect: number;
  /** Clockwise rotation that players apply. */
  rotation: QuarterTurn;
  interlaced: boolean;
  pixelFormat: string;
  colourSpace: string;
  transfer: string;
  primaries: string;
  range: string;
}

export interface ProbedAudio {
  index: number;
  codec: string;
  channels: number;
}

/** Time span of a stream's packets, in seconds on the file's clock. */
export interface PacketSpan {
  packets: number;
  start: number;
  /** End of the last packet. */
  last: number;
  end: number;
  /** Maximum number of packets within one second. */
  densest: number;
}

export interface Probe {
  video: ProbedVideo | null;
  audio: ProbedAudio | null;
  /** Measured, not read from headers; null without such a stream or without packets. */
  videoSpan: PacketSpan | null;
  audioSpan: PacketSpan | null;
  /** Seconds in the headers; null when they are missing. */
  claimedDuration: number | null;
  /** The index refers to packets beyond the end of the file. */
  isPartial: boolean;
}

/** Stops reading after this many seconds: such a file exceeds every limit anyway. */
export const PROBE_SECONDS = 3600;

const ENTRIES = [
  'format=duration',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,field_order,pix_fmt,color_space,color_transfer,color_primaries,color_range,channels,duration',
  'stream_disposition=attached_pic,default',
  'stream_side_data=rotation',
  'packet=stream_index,pts_time,dts_time,duration_time',
].join(':');

/** Reads the headers and every packet of an untrusted file. Throws ToolError when it can't be opened. */
export async function probe(path: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Probe> {
  const { stdout, stderr } = await runTool('ffprobe', probeArgs(path, demuxer), {
    timeLimit: 120_000,
    limits: { addressSpace: 2 * 1024 ** 3, cpuSeconds: 60, fileSize: 0 },
    signal,
    maxOutput: 64 * 1024 ** 2,
  });
  return { ...readProbe(stdout.toString('utf8')), isPartial: stderr.includes('partial file') };
}

export function probeArgs(path: string, demuxer: Demuxer): string[] {
  return [
    ...['-v', 'error', '-of', 'compact=nk=0'],
    ...['-read_intervals', `%+${PROBE_SECONDS}`, '-show_entries', ENTRIES],
    ...untrustedInput(path, demuxer),
  ];
}

type Row = Record<string, string>;

/** Parses ffprobe's compact output. */
export function readProbe(output: string): Omit<Probe, 'isPartial'> {
  const streams: Row[] = [];
  const spans = new Map<string, CountedSpan>();
  let format: Row = {};
  for (const line of output.split('\n')) {
    const row = readRow(line);
    if (line.startsWith('packet|')) addPacket(spans, row);
    else if (line.startsWith('stream|')) streams.push(row);
    else if (line.startsWith('format|')) format = row;
  }
  const video = best(streams, 'video');
  const audio = best(streams, 'audio');
  return {
    video: video ? toVideo(video) : null,
    audio: audio
      ? { index: number(audio.index), codec: audio.codec_name ?? '', channels: number(audio.channels) }
      : null,
    videoSpan: video ? spanOf(spans.get(video.index ?? '')) : null,
    audioSpan: audio ? spanOf(spans.get(audio.index ?? '')) : null,
    claimedDuration: claimed((video ?? audio)?.duration) ?? claimed(format.duration),
  };
}

function readRow(line: string): Row {
  const row: Row = {};
  for (const part of line.split('|')) {
    const at = part.indexOf('=');
    if (at > 0) row[part.slice(0, at)] ??= part.slice(at + 1);
  }
  return row;
}

/** A span with its packets by second. */
type CountedSpan = Omit<PacketSpan, 'densest'> & { seconds: Map<number, number> };

function addPacket(spans: Map<string, CountedSpan>, row: Row): void {
  // Old AVI files have decoding times only.
  const start = Number(row.pts_time === 'N/A' ? row.dts_time : row.pts_time);
  if (!Number.isFinite(start)) return;
  const length = Number(row.duration_time);
  const end = start + (Number.isFinite(length) && length > 0 && length < 60 ? length : 0);
  const index = row.stream_index ?? '';
  const span = spans.get(index) ?? { packets: 0, start, last: start, end, seconds: new Map<number, number>() };
  spans.set(index, span);
  span.packets += 1;
  span.start = Math.min(span.start, start);
  span.last = Math.max(span.last, start);
  span.end = Math.max(span.end, end);
  const second = Math.floor(start);
  span.seconds.set(second, (span.seconds.get(second) ?? 0) + 1);
}

function spanOf(counted: CountedSpan | undefined): PacketSpan | null {
  if (!counted) return null;
  const { seconds, ...span } = counted;
  let densest = 0;
  for (const packets of seconds.values()) densest = Math.max(densest, packets);
  return { ...span, densest };
}

/**
 * The stream that a player would select: no cover pictures, no sound that can't be decoded; default streams first; the
 * largest video.
 */
function best(streams: Row[], type: 'video' | 'audio'): Row | undefined {
  return streams
    .filter((stream) => stream.codec_type === type && stream['disposition:attached_pic'] !== '1')
    .filter((stream) => (type === 'audio' ? isKnown(stream) : number(stream.width) * number(stream.height) > 0))
    .sort((a, b) => rank(b) - rank(a))[0];
}

/** New iPhones record spatial sound that ffmpeg has no name for, beside AAC. */
function isKnown({ codec_name }: Row): boolean {
  return codec_name !== undefined && codec_name !== 'unknown' && codec_name !== 'none';
}

/** A picture that can't be decoded comes last; without any other, it tells that the file is a video. */
function rank(stream: Row): number {
  if (!isKnown(stream)) return 0;
  return (stream['disposition:default'] === '1' ? 1e12 : 0) + number(stream.width) * number(stream.height);
}

function toVideo(row: Row): ProbedVideo {
  return {
    index: number(row.index),
    codec: row.codec_name ?? '',
    width: number(row.width),
    height: number(row.height),
    pixelAspect: ratio(row.sample_aspect_ratio),
    rotation: clockwise(row.rotation),
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(row.field_order ?? ''),
    pixelFormat: row.pix_fmt ?? '',
    colourSpace: row.color_space ?? 'unknown',
    transfer: row.color_transfer ?? 'unknown',
    primaries: row.color_primaries ?? 'unknown',
    range: row.color_range ?? 'unknown',
  };
}

const QUARTERS: readonly QuarterTurn[] = [0, 90, 180, 270];

/** ffprobe reports counterclockwise rotation. */
function clockwise(rotation: string | undefined): QuarterTurn {
  const degrees = Number(rotation ?? 0);
  if (!Number.isFinite(degrees)) return 0;
  return QUARTERS.at(Math.round(-degrees / 90) % 4) ?? 0;
}

/** Pixel aspects beyond 4:1 are invalid. */
function ratio(text: string | undefined): number {
  const [over, under] = (text ?? '').split(':').map(Number);
  const value = over && under ? over / under : 1;
  return value >= 0.25 && value <= 4 ? value : 1;
}

function claimed(text: string | undefined): number | null {
  const seconds = Number(text);
  return text !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function number(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}
