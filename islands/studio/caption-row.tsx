import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Cue } from '../../src/shared/captions.ts';
import { clock } from '../../src/shared/format.ts';
import { CAPTIONS } from '../../src/shared/studio-limits.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { typedTime } from './caption-list.ts';
import { tenths } from './edit-words.ts';

interface CaptionRowProps {
  cue: Cue;
  /** It is on the picture now. */
  isShown: boolean;
  /** Its tools are open. */
  isChosen: boolean;
  isLast: boolean;
  /** Where the clip stands, in seconds. */
  at: number;
  onChoose: () => void;
  onSeek: (seconds: number) => void;
  onChange: (change: Partial<Cue>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** @param place in its words */
  onSplit: (place: number) => void;
  onJoin: () => void;
  onRemove: () => void;
}

/** One caption: its time, its words, and tools while it is being edited. */
export function CaptionRow(props: CaptionRowProps) {
  const { cue, isShown, isChosen, isLast, at, onChoose, onSeek, onChange, onKeyDown, onSplit, onJoin, onRemove } =
    props;
  const words = useRef<HTMLTextAreaElement>(null);
  const time = clock(cue.start);
  return (
    <li className={cx('captions__row', isShown && 'captions__row--shown')} aria-current={isShown || undefined}>
      <button
        type="button"
        className="captions__time l-num"
        aria-label={`Go to ${time}`}
        onClick={() => onSeek(cue.start)}
      >
        {time}
      </button>
      <textarea
        ref={words}
        className="field__input captions__words"
        rows={1}
        dir="auto"
        aria-label={`Caption at ${time}`}
        value={cue.text}
        maxLength={CAPTIONS.text}
        onChange={(event) => onChange({ text: event.target.value })}
        onFocus={onChoose}
        onKeyDown={onKeyDown}
      />
      {isChosen && (
        <div className="captions__tools">
          <TimeField label="From" value={cue.start} onTime={(start) => onChange({ start })} />
          <TimeField label="Until" value={cue.end} onTime={(end) => onChange({ end })} />
          <Button kind="quiet" size="small" onClick={() => onChange({ start: at })}>
            Starts here
          </Button>
          <Button kind="quiet" size="small" onClick={() => onChange({ end: at })}>
            Ends here
          </Button>
          <span className="captions__icons">
            <IconButton
              icon="trim"
              label="Split at the cursor"
              onClick={() => onSplit(words.current?.selectionStart ?? 0)}
            />
            <IconButton icon="chevron" label="Join with the next" disabled={isLast} onClick={onJoin} />
            <IconButton icon="trash" label="Remove this caption" onClick={onRemove} />
          </span>
        </div>
      )}
    </li>
  );
}

/** Seconds by which the arrow keys move a time. */
const STEP = 0.1;

function TimeField({ label, value, onTime }: { label: string; value: number; onTime: (seconds: number) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const shown = tenths(value);
  // What was typed into a field hides its default value.
  useEffect(() => {
    if (box.current) box.current.value = shown;
  }, [shown]);
  const take = (field: HTMLInputElement) => {
    const typed = typedTime(field.value);
    if (typed !== null && field.value !== shown) onTime(typed);
    field.value = shown;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (event.key === 'Enter') take(event.currentTarget);
    if (by === undefined) return;
    event.preventDefault();
    onTime(Math.max(0, value + by));
  };
  return (
    <label className="captions__when">
      <span className="l-small">{label}</span>
      <input
        ref={box}
        className="field__input l-num"
        inputMode="decimal"
        defaultValue={shown}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
