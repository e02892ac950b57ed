import type { ChangeEvent } from 'react';
import { ACCEPTED, ACCEPTED_ENDINGS } from '../../../src/shared/file-kinds.ts';
import { bytes, duration } from '../../../src/shared/format.ts';
import { CLIP, MAX_BYTES } from '../../../src/shared/limits.ts';
import { Icon, type IconName } from '../../../views/ui/icon.tsx';

/** What may be chosen. Generic types admit files that a phone can't identify; the content decides. */
export const FILES = [
  ...['video/*', 'image/*', 'audio/*'],
  ...ACCEPTED.video,
  ...ACCEPTED.photo,
  ...ACCEPTED.audio,
  ...Object.values(ACCEPTED_ENDINGS).flatMap((endings) => endings.map((ending) => `.${ending}`)),
].join(',');

interface WaysToGiveProps {
  /** Maximum length of a clip, in seconds. */
  maxLength: number;
  /** Otherwise only words. */
  takesFiles: boolean;
  onFiles(files: File[]): void;
  onVoice(): void;
  onWrite(): void;
}

/** Alternatives to recording a video: files, photo, voice, text. */
export function WaysToGive({ maxLength, takesFiles, onFiles, onVoice, onWrite }: WaysToGiveProps) {
  return (
    <section aria-labelledby="other-ways">
      <h2 className="l-unseen" id="other-ways">
        Other ways to add your clip
      </h2>
      <div className="giving__acts">
        {takesFiles && (
          <>
            <FileAct icon="upload" title="Choose" text="Videos and photos" accept={FILES} multiple onFiles={onFiles} />
            <FileAct
              icon="camera"
              title="Photo"
              text="Take one now"
              accept="image/*"
              capture="environment"
              onFiles={onFiles}
            />
            <Act icon="mic" title="Voice" text="Just say it" onClick={onVoice} />
          </>
        )}
        <Act icon="pen" title="Write" text="A few lines" onClick={onWrite} />
      </div>
      {takesFiles && (
        <p className="l-fine">
          No app, no account. {CLIP.hintMin} to {CLIP.hintMax} seconds is best, {duration(maxLength)} at most. Videos up
          to {bytes(MAX_BYTES.video)}, photos up to {bytes(MAX_BYTES.photo)}, sounds up to {bytes(MAX_BYTES.audio)}.
        </p>
      )}
    </section>
  );
}

interface ActProps {
  icon: IconName;
  title: string;
  text: string;
}

function Act({ icon, title, text, onClick }: ActProps & { onClick(): void }) {
  return (
    <button type="button" className="giving__act" onClick={onClick}>
      <ActFace icon={icon} title={title} text={text} />
    </button>
  );
}

function ActFace({ icon, title, text }: ActProps) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </>
  );
}

interface FileActProps extends ActProps {
  accept: string;
  multiple?: boolean;
  capture?: 'user' | 'environment';
  onFiles(files: File[]): void;
}

/** A file input that looks like a button; as a label, it works before hydration. */
function FileAct({ icon, title, text, accept, multiple, capture, onFiles }: FileActProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    if (files.length === 0) return;
    onFiles(files);
    // Allows choosing the same file again.
    event.target.value = '';
  };
  return (
    <label className="giving__act giving__act--file">
      <input className="l-unseen" type="file" accept={accept} multiple={multiple} capture={capture} onChange={change} />
      <ActFace icon={icon} title={title} text={text} />
    </label>
  );
}
