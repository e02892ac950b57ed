import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface ProgressProps {
  /** Label, such as "Sending “Rimini, 1974”". */
  label: string;
  /** Undefined: indeterminate; `text` should name the step. */
  value?: number | null;
  max?: number;
  state?: 'running' | 'paused' | 'failed';
  /** Text above the bar. */
  text?: ReactNode;
}

/** A progress bar. */
export function Progress({ label, value, max = 100, state = 'running', text }: ProgressProps) {
  const percent = value == null ? null : `${Math.round((value / max) * 100)}%`;
  return (
    <>
      {text && <p className="l-small">{text}</p>}
      <progress
        className={cx(state !== 'running' && `progress--${state}`)}
        value={value ?? undefined}
        max={max}
        aria-label={label}
      >
        {percent}
      </progress>
    </>
  );
}
