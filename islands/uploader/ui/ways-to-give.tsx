import type { ChangeEvent } from 'react';
import { bytes, duration } from '../../../src/shared/format.ts';
import { ACCEPTED, ACCEPTED_ENDINGS, CLIP, MAX_BYTES } from '../../../src/shared/limits.ts';
import { Icon, type IconName } from '../../../views/ui/icon.tsx';

// The general types let in what a phone gives no exact type for; its content decides.
const FILES = [
  ...['video/*', 'image/*', 'audio/*'],
  ...ACCEPTED.video,
  ...ACCEPTED.photo,
  ...ACCEPTED.audio,
  ...Object.values(ACCEPTED_ENDINGS).flatMap((endings) => endings.map((ending) => `.${ending}`)),
].join(',');

interface WaysToGiveProps {
  /** Longest clip, in seconds. */
  maxLength: number;
  onFiles(files: File[]): void;
  onVoice(): void;
  onWrite(): void;
}

/** The ways beside recording a video: files, a photo, the voice, words. */
export function WaysToGive({ maxLength, onFiles, onVoice, onWrite }: WaysToGiveProps) {
  return (
    <section aria-labelledby="other-ways">
      <h2 className="l-unseen" id="other-ways">
        Other ways to add your clip
      </h2>
      <div className="giving__acts">
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
        <Act icon="pen" title="Write" text="A few lines" onClick={onWrite} />
      </div>
      <p className="l-fine">
        No app, no account. {CLIP.hintMin} to {CLIP.hintMax} seconds is best, {duration(maxLength)} at most. Videos up
        to {bytes(MAX_BYTES.video)}, photos up to {bytes(MAX_BYTES.photo)}, sounds up to {bytes(MAX_BYTES.audio)}.
      </p>
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

/** A file field that looks like the other ways; it is a label, so that it opens the picker before any script is there. */
function FileAct({ icon, title, text, accept, multiple, capture, onFiles }: FileActProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    if (files.length === 0) return;
    onFiles(files);
    // The same file may be chosen again.
    event.target.value = '';
  };
  return (
    <label className="giving__act giving__act--file">
      <input className="l-unseen" type="file" accept={accept} multiple={multiple} capture={capture} onChange={change} />
      <ActFace icon={icon} title={title} text={text} />
    </label>
  );
}
