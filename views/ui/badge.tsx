import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type BadgeTone = 'good' | 'warn' | 'bad' | 'info';

export interface BadgeProps {
  /** Default: grey. Colour alone never carries the meaning. */
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

/** A round postmark of two short lines; decorative, next to a written date. */
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
