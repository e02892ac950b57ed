import { fileTypeFromFile } from 'file-type';
import type { Demuxer } from '../../../platform/ffmpeg/untrusted-input.ts';
import { unreadable, wrongType } from './media-error.ts';
import { readHead } from './read-head.ts';

export type Container =
  | { family: 'stream'; demuxer: Demuxer; mime: string; extension: string }
  | { family: 'picture'; format: 'jpeg' | 'png' | 'webp' | 'heic'; mime: string; extension: string };

const stream = (demuxer: Demuxer, mime: string, extension: string): Container => ({
  family: 'stream',
  demuxer,
  mime,
  extension,
});
const picture = (format: 'jpeg' | 'png' | 'webp' | 'heic', mime: string, extension: string): Container => ({
  family: 'picture',
  format,
  mime,
  extension,
});

/** Containers by the type that file-type detects. Others are refused. */
const CONTAINERS: Record<string, Container> = {
  'video/mp4': stream('mov', 'video/mp4', 'mp4'),
  'video/quicktime': stream('mov', 'video/quicktime', 'mov'),
  'video/x-m4v': stream('mov', 'video/x-m4v', 'm4v'),
  'video/3gpp': stream('mov', 'video/3gpp', '3gp'),
  'video/3gpp2': stream('mov', 'video/3gpp2', '3g2'),
  'audio/x-m4a': stream('mov', 'audio/mp4', 'm4a'),
  'audio/mp4': stream('mov', 'audio/mp4', 'm4a'),
  'video/webm': stream('matroska', 'video/webm', 'webm'),
  'video/matroska': stream('matroska', 'video/x-matroska', 'mkv'),
  'video/x-matroska': stream('matroska', 'video/x-matroska', 'mkv'),
  'video/vnd.avi': stream('avi', 'video/x-msvideo', 'avi'),
  'video/x-msvideo': stream('avi', 'video/x-msvideo', 'avi'),
  'image/gif': stream('gif', 'image/gif', 'gif'),
  'audio/mpeg': stream('mp3', 'audio/mpeg', 'mp3'),
  'audio/wav': stream('wav', 'audio/wav', 'wav'),
  'audio/ogg': stream('ogg', 'audio/ogg', 'ogg'),
  'image/jpeg': picture('jpeg', 'image/jpeg', 'jpg'),
  'image/png': picture('png', 'image/png', 'png'),
  'image/apng': picture('png', 'image/png', 'png'),
  'image/webp': picture('webp', 'image/webp', 'webp'),
  'image/heic': picture('heic', 'image/heic', 'heic'),
  'image/heif': picture('heic', 'image/heif', 'heif'),
};

const WORDS: [pattern: RegExp, words: string][] = [
  [/^image\/svg/, 'a drawing (SVG)'],
  [/^image\//, 'a picture of a kind that we can’t show'],
  [/^video\//, 'a video of a kind that we can’t play'],
  [/^audio\//, 'a recording of a kind that we can’t play'],
  [/^application\/pdf/, 'a PDF document'],
  [/zip|rar|7z|tar|gzip/, 'an archive'],
  [/word|officedocument|opendocument|msword|cfb/, 'an office document'],
  [/x-msdownload|executable|x-elf|mach-binary/, 'a program'],
];

/** Detects the container by the file's first bytes, never by its name. Throws WRONG_TYPE or UNREADABLE_MEDIA. */
export async function containerOf(path: string): Promise<Container> {
  const type = await fileTypeFromFile(path).catch(() => undefined);
  const mime = type?.mime.split(';')[0] ?? '';
  const container = CONTAINERS[mime];
  if (container) return container;
  const words = WORDS.find(([pattern]) => pattern.test(mime))?.[1];
  throw wrongType(words ?? (await describeText(path)) ?? 'not a video, photo or recording');
}

/** Describes text files that pose as videos: pages, drawings and playlists. */
async function describeText(path: string): Promise<string | null> {
  const head = await readHead(path, 1024);
  if (head.length === 0) throw unreadable('This file is empty. Choose it again, or record a new one.');
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?(<!DOCTYPE svg|<svg)/is.test(text)) return 'a drawing (SVG)';
  if (/^\s*(<!doctype html|<html|<head|<body|<script)/i.test(text)) return 'a web page';
  if (/^\s*(#EXTM3U|ffconcat|<\?xml|<MPD)/i.test(text)) return 'a playlist, not the video itself';
  if (/^[\t\n\r\x20-\x7e\u00a0-\uffff]+$/.test(text)) return 'a text file';
  return null;
}
