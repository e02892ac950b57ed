import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children'> {
  href: string;
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
}

/** A link that looks like an `IconButton`. */
export function IconLink({ icon, label, className, href, ...rest }: IconLinkProps) {
  return (
    <a title={label} {...rest} href={href} className={cx('icon-button', className)} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
