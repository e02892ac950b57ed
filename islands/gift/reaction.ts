import { CLIP } from '../../src/shared/limits.ts';
import { closeCamera, openCamera, type Recording, startRecording } from '../uploader/recorder/recording.ts';

/** A camera that its owner allowed to film while they watch. Nothing leaves the device. */
export interface Reaction {
  /**
   * Starts filming; throws if the camera has gone away since.
   * @param onEnd called when it should end: after some minutes, or when the camera goes away
   */
  begin(onEnd: () => void): void;
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
    begin(onEnd) {
      if (recording) return;
      recording = startRecording(stream, 'video', 'While I watched');
      limit = setTimeout(onEnd, CLIP.recordMax * 1000);
      for (const track of stream.getTracks()) track.addEventListener('ended', onEnd);
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
