import { type ChangeEvent, useEffect, useState } from 'react';
import { keptUpload } from './kept-upload.ts';

interface VideoWayProps {
  file: File | null;
  onFile(file: File): void;
  /** Upload progress; null before and after. */
  percent: number | null;
}

/** Records with the phone's camera or picks a file, and shows a preview. */
export function VideoWay({ file, onFile, percent }: VideoWayProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBegun] = useState(() => keptUpload() !== null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [taken] = event.target.files ?? [];
    if (taken) onFile(taken);
  };
  return (
    <div className="thanks__video">
      {/* biome-ignore lint/a11y/useMediaCaption: what the person has just said */}
      {url && <video src={url} controls playsInline preload="metadata" aria-label="Your video" />}
      {isBegun && !file && (
        <p className="l-small">Your last video wasn’t sent to the end. Choose it again, and it goes on from there.</p>
      )}
      {percent === null ? (
        <div className="thanks__two">
          <label className="button button--second">
            <input className="l-unseen" type="file" accept="video/*" capture="user" onChange={take} />
            {file ? 'Record again' : 'Record'}
          </label>
          <label className="button button--second">
            <input className="l-unseen" type="file" accept="video/*" onChange={take} />
            Choose one
          </label>
        </div>
      ) : (
        <p role="status">
          <progress max={100} value={percent} aria-label="Sending your video" /> Sending your video, {percent}%
        </p>
      )}
    </div>
  );
}
