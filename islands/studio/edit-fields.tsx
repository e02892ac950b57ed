import type { ReactNode } from 'react';
import { IconButton } from '../../views/ui/button.tsx';
import { FRAME } from './edit-play.ts';
import { tenths } from './edit-words.ts';

interface SliderProps {
  label: string;
  shown: string;
  min: number;
  max: number;
  step: number;
  value: number;
  isOff?: boolean | undefined;
  onChange: (value: number) => void;
}

/** A range with its value in words. */
export function Slider({ label, shown, isOff, onChange, ...range }: SliderProps) {
  return (
    <label className="edit-fields__level">
      <span>
        <strong>{label}</strong> <span className="l-num">{shown}</span>
      </span>
      <input
        type="range"
        {...range}
        disabled={isOff}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}

/** A group of `Option`s, of which one is on. */
export function Options({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="edit-fields__options">
      <legend>{label}</legend>
      <div className="chips">{children}</div>
    </fieldset>
  );
}

export function Option({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" className="chips__chip" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}

/** Moves a moment by frames. */
export function Stepper({ label, value, onStep }: { label: string; value: number; onStep: (by: number) => void }) {
  return (
    <div className="edit-fields__stepper">
      <p>
        <span className="l-small">{label}</span> <strong className="l-num">{tenths(value)}</strong>
      </p>
      <div>
        <IconButton icon="minus" label={`${label}, one frame earlier`} onClick={() => onStep(-FRAME)} />
        <IconButton icon="plus" label={`${label}, one frame later`} onClick={() => onStep(FRAME)} />
      </div>
    </div>
  );
}
