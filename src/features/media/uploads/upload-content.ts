import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '../../../platform/errors.ts';
import { judgeFile } from '../../../shared/file-limits.ts';
import type { FileKind } from '../../../shared/limits.ts';

const READ = 256 * 1024;

/** The hash of a file's bytes, hexadecimal. Read through one small buffer, so that a film of 2 GB costs no memory. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

const BY_MIME: Record<string, FileKind> = {
  'video/mp4': 'video',
  'video/quicktime': 'video',
  'video/x-m4v': 'video',
  'video/webm': 'video',
  'video/matroska': 'video',
  'video/x-matroska': 'video',
  'video/vnd.avi': 'video',
  'video/x-msvideo': 'video',
  'video/3gpp': 'video',
  'video/3gpp2': 'video',
  'image/jpeg': 'photo',
  'image/png': 'photo',
  'image/apng': 'photo',
  'image/webp': 'photo',
  'image/heic': 'photo',
  'image/heif': 'photo',
  'image/heic-sequence': 'photo',
  'image/heif-sequence': 'photo',
  'image/gif': 'photo',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/mpeg': 'audio',
  'audio/wav': 'audio',
  'audio/ogg': 'audio',
  'audio/webm': 'audio',
  'audio/vnd.wave': 'audio',
  'audio/opus': 'audio',
};

/**
 * What a file is by its first bytes, whatever its name says. A sound that stands in a container for films (WebM, MP4)
 * stays a sound where the uploader said so.
 * Throws WRONG_TYPE for what is not accepted and TOO_LARGE for what exceeds the limit of its true kind.
 */
export async function judgeContent(
  path: string,
  claim: { filename: string; size: number; kind: FileKind },
): Promise<{ kind: FileKind; mime: string }> {
  const found = await fileTypeFromFile(path);
  const mime = found?.mime.split(';')[0] ?? '';
  const shown = found?.ext === 'ogv' ? undefined : BY_MIME[mime];
  const kind = shown === 'video' && claim.kind === 'audio' ? claim.kind : shown;
  const { refusal } = judgeFile({ name: claim.filename, size: claim.size, type: mime }, kind ?? null);
  if (refusal) throw new AppError(refusal.code, { message: refusal.message });
  return { kind: kind ?? claim.kind, mime };
}
