import { useState } from 'react';
import { editedLength } from '../../src/shared/edited-length.ts';
import { CLIP } from '../../src/shared/limits.ts';
import { EDIT } from '../../src/shared/studio-limits.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { Slider, Stepper } from './edit-fields.tsx';
import type { PanelProps } from './edit-panels.tsx';
import { type EditPlay, FRAME } from './edit-play.ts';
import { precise, tenths } from './edit-words.ts';
import { lookForSilence } from './save-edit.ts';
import { secondsOff } from './tighten-words.ts';
import type { Studio } from './use-studio.ts';

/** Seconds of a new cut. */
const NEW_CUT = 1;

/** Start, end and cuts. @param cut the cut with handles on the strip */
export function TrimPanel({
  clip,
  draft,
  studio,
  whole,
  play,
  cut,
  onCut,
}: PanelProps & {
  studio: Studio;
  whole: number;
  play: EditPlay;
  cut: number | null;
  onCut: (index: number | null) => void;
}) {
  const { edit } = draft;
  const [note, setNote] = useState('');
  const { start = 0 } = edit.trim ?? {};
  const end = edit.trim?.end || whole;
  const cuts = edit.cuts ?? [];
  const trim = (from: number, to: number) => {
    const end = to >= whole - FRAME / 2 ? 0 : precise(to);
    draft.set({ trim: { start: precise(Math.max(0, from)), end } }, 'trim');
  };
  const left = editedLength(whole, edit);
  const addCut = () => {
    const from = Math.min(Math.max(start, play.at), end - NEW_CUT);
    const added = { start: precise(from), end: precise(from + NEW_CUT) };
    const isFree = cuts.every((other) => other.end <= added.start || other.start >= added.end);
    if (!isFree || cuts.length >= EDIT.cuts || left * (edit.speed ?? 1) - NEW_CUT < CLIP.min || from < start) {
      return setNote('There is no room for a cut here. Move the white line somewhere else.');
    }
    setNote('');
    const all = [...cuts, added].sort((a, b) => a.start - b.start);
    draft.set({ cuts: all });
    onCut(all.indexOf(added));
  };
  return (
    <>
      <div className="edit-fields__steps">
        <Stepper label="Starts at" value={start} onStep={(by) => trim(Math.min(start + by, end - CLIP.min), end)} />
        <Stepper
          label="Ends at"
          value={end}
          onStep={(by) => trim(start, Math.min(whole, Math.max(end + by, start + CLIP.min)))}
        />
      </div>
      <p>
        <strong>
          {tenths(left)} of {tenths(whole)}
        </strong>{' '}
        plays. The rest is kept.
      </p>
      {clip.tighten && !edit.trim && cuts.length === 0 && (
        <div className="l-row">
          <Button
            kind="second"
            size="small"
            icon="trim"
            onClick={() => draft.set({ trim: clip.tighten ?? undefined }, 'tighten')}
          >
            Leave out the silence: {secondsOff([{ ...clip, edit }])} shorter
          </Button>
        </div>
      )}
      {clip.tighten === undefined && !edit.trim && (
        <div className="l-row">
          <Button kind="quiet" size="small" onClick={() => void lookForSilence(studio, clip)}>
            Look for silence at its ends
          </Button>
        </div>
      )}
      {cuts.map((each, index) => (
        <div key={`${each.start}-${each.end}`} className="edit-fields__cut-row">
          <button
            type="button"
            aria-pressed={cut === index}
            onClick={() => {
              onCut(index);
              play.seek(each.start);
            }}
          >
            Cut out: {tenths(each.start)} to {tenths(each.end)}
          </button>
          <IconButton
            icon="close"
            label={`Put ${tenths(each.start)} to ${tenths(each.end)} back`}
            onClick={() => {
              draft.set({ cuts: cuts.filter((other) => other !== each) });
              onCut(null);
            }}
          />
        </div>
      ))}
      <div className="l-row">
        <Button kind="second" size="small" icon="trim" onClick={addCut}>
          Cut a part out
        </Button>
      </div>
      <p className="l-small" role="status">
        {note || (cuts.length > 0 ? 'Drag the coral handles until just the right part is gone.' : '')}
      </p>
      <Slider
        label="Speed"
        shown={`${edit.speed ?? 1}×`}
        {...{ min: EDIT.speed.min, max: EDIT.speed.max, step: 0.05 }}
        value={edit.speed ?? 1}
        onChange={(speed) => draft.set({ speed })}
      />
    </>
  );
}
