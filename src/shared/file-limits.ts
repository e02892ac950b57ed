import type { ErrorCode } from './error-codes.ts';
import { claimedKind, type FileKind } from './file-kinds.ts';
import { bytes } from './format.ts';
import { MAX_BYTES } from './limits.ts';

const WORD = { video: 'video', photo: 'photo', audio: 'voice message', unknown: 'file' } as const;
/** The largest limit applies until the content shows the kind of file. */
const MOST = { ...MAX_BYTES, unknown: MAX_BYTES.video };

/** A chosen file before its upload. */
export interface ChosenFile {
  name: string;
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
 * Checks name, type and size of a file; returns a message for the user if it is refused. Called by the browser before
 * the upload and by the server twice, the second time with the detected kind.
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
