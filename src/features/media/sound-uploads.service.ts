import { AppError } from '../../platform/errors.ts';
import type { Demuxer } from '../../platform/ffmpeg/untrusted-input.ts';
import { isMissing } from '../../platform/fs-errors.ts';
import { identify } from './prepare/identify.ts';
import { asMediaError } from './prepare/media-error.ts';
import { BROKEN } from './prepare/run.ts';
import type { SourceFacts } from './prepare/source-facts.ts';
import { uploads } from './uploads/open-uploads.ts';

/** A file with sound and no picture. */
export interface SoundFacts {
  demuxer: Demuxer;
  /** Index of the stream among all. */
  stream: number;
  /** Seconds, measured by packets. */
  seconds: number;
}

export interface SoundClaim {
  trackId: string;
  /** Uuid of the event, or `LIBRARY_UPLOADS`. */
  place: string;
  /** Key in the file store. */
  key: string;
  /** Throws to refuse the file; the upload can be used later. */
  admit(facts: SoundFacts): void;
}

/**
 * Turns a finished upload into the file of one track, exactly once. Throws like `claimUpload`: UPLOAD_USED and
 * DUPLICATE have `details.mediaId`, the id of the track that has the file.
 */
export async function claimSound(uploadId: string, { trackId, place, key, admit }: SoundClaim): Promise<void> {
  await uploads()
    .service.claimUpload(uploadId, {
      mediaId: trackId,
      eventId: place,
      event: place,
      key,
      purpose: 'track',
      admit: async (facts) => admit(soundOf(facts)),
    })
    .catch((cause: unknown) => {
      if (!isMissing(cause)) throw cause;
      throw new AppError('EXPIRED', { message: 'This upload was given up. Please choose the file again.', cause });
    });
}

/** Deletes what is known of the upload of a removed or failed track, whose file can be added again. */
export async function forgetSound(trackId: string): Promise<void> {
  await uploads().service.forget(trackId);
}

/** Identifies a sound by content. Throws WRONG_TYPE, UNREADABLE_MEDIA or TOO_LARGE with a message for its owner. */
export async function identifySound(path: string, signal: AbortSignal): Promise<SoundFacts> {
  return soundOf(await identify(path, { signal }));
}

/** A tool's error as one with a message for the file's owner. */
export function asSoundError(error: unknown): unknown {
  return asMediaError(error, BROKEN);
}

function soundOf(facts: SourceFacts): SoundFacts {
  if (facts.kind !== 'audio') {
    const message = `This is a ${facts.kind}. Choose a song: M4A, MP3, WAV or OGG.`;
    throw new AppError('WRONG_TYPE', { message });
  }
  return { demuxer: facts.container, stream: facts.probe.audio?.index ?? 0, seconds: facts.duration };
}
