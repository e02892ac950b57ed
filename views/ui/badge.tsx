import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type BadgeTone = 'good' | 'warn' | 'bad' | 'info';

export interface BadgeProps {
  /** What it means; grey without. Colour never stands alone: the word says it too. */
  tone?: BadgeTone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone, icon, className, children }: BadgeProps) {
  return (
    <span className={cx('badge', tone && `badge--${tone}`, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A round postmark of two short lines; decoration beside a date that is also written out. */
export function Postmark({ lines, className }: { lines: readonly [string, string]; className?: string }) {
  return (
    <span className={cx('postmark', className)} aria-hidden="true">
      <span>
        {lines[0]}
        <br />
        {lines[1]}
      </span>
    </span>
  );
}
