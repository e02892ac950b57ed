import { useEffect, useRef, useState } from 'react';
import { createTrack, type Track } from '../../src/shared/contracts/tracks.ts';
import { ACCEPTED, ACCEPTED_ENDINGS } from '../../src/shared/file-kinds.ts';
import { money } from '../../src/shared/format.ts';
import { newUuid } from '../../src/shared/idempotency.ts';
import { NAME_MAX } from '../../src/shared/limits.ts';
import { LIBRARY_UPLOADS } from '../../src/shared/upload-path.ts';
import { Button } from '../../views/ui/button.tsx';
import { Checkbox } from '../../views/ui/choice.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { Progress } from '../../views/ui/progress.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { UploadProblem } from '../uploader/core/problem.ts';
import { transfer } from '../uploader/core/transfer.ts';

interface OwnSongProps {
  /** Null: music for everybody, by staff. */
  event: { id: string; uuid: string } | null;
  label?: string;
  /** Cents that it adds to the film's price; null for staff. */
  cost?: number | null;
  onAdded: (track: Track) => void;
}

const SOUNDS = [...ACCEPTED.audio, ...ACCEPTED_ENDINGS.audio.map((ending) => `.${ending}`)].join(',');

/** Takes the organiser's own song: the rights first, then the file. */
export function OwnSong({ event, label = 'Use your own song', cost = null, onAdded }: OwnSongProps) {
  const [isOpen, setOpen] = useState(false);
  const [mayUse, setMayUse] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  async function send(file: File) {
    setProblem(null);
    setSent(0);
    try {
      const url = await transfer(jobOf(file, event?.uuid ?? LIBRARY_UPLOADS, setSent), leaving.current.signal);
      const body = {
        uploadId: url.split('/').pop() ?? '',
        title: titleOf(file.name),
        ...(event && { eventId: event.id }),
        rightsConfirmed: true as const,
      };
      onAdded(await api.call(createTrack, { body }));
      setOpen(false);
    } catch (error) {
      if (!leaving.current.signal.aborted) setProblem(error instanceof UploadProblem ? error.message : reasonOf(error));
    } finally {
      setSent(null);
    }
  }

  const costs = cost !== null && <p className="l-small">{costWords(cost)}</p>;
  if (!isOpen) {
    return (
      <>
        <Button kind="second" icon="plus" onClick={() => setOpen(true)}>
          {label}
        </Button>
        {costs}
      </>
    );
  }
  return (
    <div className="songs__own">
      {costs}
      <Checkbox
        checked={mayUse}
        disabled={sent !== null}
        label="I may use this song: it is my own, it is free to use, or its owner agreed."
        onChange={(change) => setMayUse(change.target.checked)}
      />
      <label className="field songs__file">
        <span>The song, up to 10 minutes</span>
        <input
          type="file"
          accept={SOUNDS}
          disabled={!mayUse || sent !== null}
          onChange={(change) => {
            const [file] = change.target.files ?? [];
            if (file) void send(file);
            change.target.value = '';
          }}
        />
      </label>
      {sent !== null && <Progress label="Sending your song" value={sent} text={`${Math.round(sent)}% sent`} />}
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

function costWords(cents: number): string {
  if (cents === 0) return 'A song of your own is included in the price of this film.';
  return `A song of your own comes with Plus: ${money(cents)} more for this film. Members pay nothing.`;
}

function jobOf(file: File, event: string, onSent: (percent: number) => void) {
  return {
    blob: file,
    filename: file.name,
    filetype: file.type,
    event,
    owner: newUuid(),
    uploadUrl: null,
    onUrl: () => undefined,
    onProgress: (bytes: number) => onSent((bytes / Math.max(1, file.size)) * 100),
    onAcknowledged: () => undefined,
  };
}

/** The file's name without its ending. */
function titleOf(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return plain.slice(0, NAME_MAX).trim() || 'Our song';
}
