import type { ErrorCode } from './error-codes.ts';
import { bytes } from './format.ts';
import { claimedKind, type FileKind, MAX_BYTES } from './limits.ts';

const WORD = { video: 'video', photo: 'photo', audio: 'voice message', unknown: 'file' } as const;
/** The largest of all counts until the content has shown what a file is. */
const MOST = { ...MAX_BYTES, unknown: MAX_BYTES.video };

/** What a person chose, before a byte of it is sent. */
export interface ChosenFile {
  name: string;
  /** Bytes. */
  size: number;
  type: string;
}

export type FileJudgement =
  | { kind: FileKind | 'unknown'; refusal: null }
  | {
      kind: FileKind | 'unknown' | null;
      refusal: { code: Extract<ErrorCode, 'FIELDS_REFUSED' | 'TOO_LARGE' | 'WRONG_TYPE'>; message: string };
    };

/**
 * Whether a file may be uploaded by its name, type and size, and what to tell its owner if not.
 * The browser asks before it starts, the server asks again, and once more with the kind that the content shows.
 */
export function judgeFile(
  file: ChosenFile,
  kind: FileKind | 'unknown' | null = claimedKind(file.type, file.name),
): FileJudgement {
  const name = `“${file.name}”`;
  if (!kind) {
    const message = `We can’t put ${name} in a film. Send a video (MP4, MOV, WebM), a photo (JPEG, PNG, HEIC) or a sound (M4A, MP3).`;
    return { kind, refusal: { code: 'WRONG_TYPE', message } };
  }
  if (file.size <= 0) {
    const message = `${name} is empty. Please choose another one.`;
    return { kind, refusal: { code: 'FIELDS_REFUSED', message } };
  }
  if (file.size > MOST[kind]) {
    const message = `${name} is ${bytes(file.size)}. A ${WORD[kind]} can be up to ${bytes(MOST[kind])}.`;
    return { kind, refusal: { code: 'TOO_LARGE', message } };
  }
  return { kind, refusal: null };
}
