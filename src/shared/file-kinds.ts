import { isOneOf, keysOf } from './known-values.ts';

/** Accepted types for `accept` attributes and a first check by name; the content decides. */
export const ACCEPTED = {
  video: [
    'video/mp4',
    'video/quicktime',
    'video/x-m4v',
    'video/webm',
    'video/x-matroska',
    'video/x-msvideo',
    'video/3gpp',
  ],
  photo: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/gif'],
  audio: ['audio/mp4', 'audio/x-m4a', 'audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/webm'],
} as const;

export type FileKind = keyof typeof ACCEPTED;

/** File extensions by kind, for phones that give no type. */
export const ACCEPTED_ENDINGS = {
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi', '3gp'],
  photo: ['jpg', 'jpeg', 'jfif', 'png', 'webp', 'heic', 'heif', 'gif'],
  audio: ['m4a', 'mp3', 'wav', 'ogg', 'oga', 'weba'],
} as const;

/** Types that devices give for unknown files. */
const VAGUE_TYPES = ['', 'application/octet-stream', 'binary/octet-stream', 'application/mp4', 'application/ogg'];
/** Extensions of files that are clearly no video, photo or sound. */
const OTHER_ENDINGS =
  `7z apk bat bin bmp cmd com csv dmg doc docx exe gz htm html iso jar js json key msi numbers odt pages
  pdf php pkg ppt pptx ps1 psd py rar rtf sh svg tar tif tiff txt vcf wasm xhtml xls xlsx xml zip`.split(/\s+/);

/**
 * Kind of a file by its type and extension: 'unknown' when they don't say, null when they name an unsupported type.
 * Unverified: the server checks the content after the upload.
 */
export function claimedKind(type: string, name: string): FileKind | 'unknown' | null {
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = name.includes('.') ? (name.split('.').pop()?.toLowerCase() ?? '') : '';
  const kinds = keysOf(ACCEPTED);
  const known =
    kinds.find((kind) => isOneOf(ACCEPTED[kind], mime)) ??
    kinds.find((kind) => isOneOf(ACCEPTED_ENDINGS[kind], ending));
  if (known) return known;
  if (mime === 'image/svg+xml' || OTHER_ENDINGS.includes(ending)) return null;
  return VAGUE_TYPES.includes(mime) || /^(?:video|image|audio)\//.test(mime) ? 'unknown' : null;
}
