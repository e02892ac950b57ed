import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface ProgressProps {
  /** What goes on, e.g. "Sending “Rimini, 1974”". */
  label: string;
  /** How far; without it nobody knows yet, and `text` should say the step. */
  value?: number | null;
  max?: number;
  state?: 'running' | 'paused' | 'failed';
  /** A line above the bar that says it in words and numbers. */
  text?: ReactNode;
}

/** A wait with a number or a name. */
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

export interface SkeletonProps {
  /** `line`: text to come, `stamp`: a clip to come, `block`: fills its place. */
  shape?: 'line' | 'short-line' | 'stamp' | 'block';
  className?: string;
}

/** What will stand here, in its final size. Hidden from screen readers: say "Loading" once beside them. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  if (shape === 'stamp') {
    return (
      <span className={cx('clip-tile', className)} aria-hidden="true">
        <span className="stamp">
          <span>
            <span className="stamp__fill skeleton" />
          </span>
        </span>
      </span>
    );
  }
  return <span className={cx('skeleton', `skeleton--${shape}`, className)} aria-hidden="true" />;
}
