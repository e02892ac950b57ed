import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface SlotProps {
  icon?: IconName | null;
  /** Makes it a link. */
  href?: string;
  /** Makes it a button with these attributes. */
  button?: ComponentProps<'button'>;
  className?: string;
  children: ReactNode;
}

/** Placeholder for a stamp. */
export function Slot({ icon = 'plus', href, button, className, children }: SlotProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  const look = cx('slot', className);
  if (href) {
    return (
      <a className={look} href={href}>
        {inside}
      </a>
    );
  }
  if (button) {
    return (
      <button type="button" {...button} className={look}>
        {inside}
      </button>
    );
  }
  return <span className={look}>{inside}</span>;
}
