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

export interface SkeletonProps {
  /** `line`: text, `stamp`: a clip, `block`: fills its container. */
  shape?: 'line' | 'short-line' | 'stamp' | 'block';
  className?: string;
}

/** Placeholder in final size. Hidden from screen readers: say "Loading" once next to it. */
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
