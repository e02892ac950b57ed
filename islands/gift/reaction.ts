import { CLIP } from '../../src/shared/limits.ts';
import { closeCamera, openCamera, type Recording, startRecording } from '../uploader/recorder/recording.ts';

/** A camera that its owner allowed to film while they watch. Nothing leaves the device. */
export interface Reaction {
  /** Starts filming. @param onLimit called after some minutes, when it should end */
  begin(onLimit: () => void): void;
  /** Ends filming, and closes the camera; null if nothing was filmed. */
  end(): Promise<File | null>;
  /** Closes the camera and forgets what was filmed. */
  drop(): void;
}

/** Asks for the camera. Rejects with the browser's error when it is denied or missing. */
export async function openReaction(): Promise<Reaction> {
  const stream = await openCamera('video', 'user');
  let recording: Recording | null = null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  return {
    begin(onLimit) {
      if (recording) return;
      recording = startRecording(stream, 'video', 'While I watched');
      limit = setTimeout(onLimit, CLIP.recordMax * 1000);
    },
    async end() {
      clearTimeout(limit);
      recording?.stop();
      const file = recording && (await recording.done.catch(() => null));
      closeCamera(stream);
      return file;
    },
    drop() {
      clearTimeout(limit);
      recording?.stop();
      closeCamera(stream);
    },
  };
}
