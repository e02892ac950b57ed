import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonLook {
  /** `main` is coral and leads the view: one a screen. `second` is outlined, `quiet` underlined, `danger` destroys. */
  kind?: 'main' | 'second' | 'quiet' | 'danger';
  size?: 'big' | 'small';
  /** As wide as its place. */
  wide?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Something is under way: a ring turns and presses do nothing. Say what in the label. */
  busy?: boolean;
}

export interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {
  href: string;
}

function look({ kind = 'main', size, wide }: ButtonLook, className?: string) {
  return cx(
    'button',
    kind !== 'main' && `button--${kind}`,
    size && `button--${size}`,
    wide && 'button--wide',
    className,
  );
}

/** Does something. Type `button` unless told. */
export function Button({ kind, size, wide, icon, busy, className, children, onClick, ...rest }: ButtonProps) {
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : onClick}
    >
      {icon && !busy && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Goes somewhere, looking like a button. */
export function ButtonLink({ kind, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ kind, size, wide }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** What it does, for those who don't see the icon; also the tooltip. */
  label: string;
}

/** A button that is only an icon, 44 px large, always with a name. `aria-pressed` makes it a toggle. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={cx('icon-button', className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

export interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children'> {
  href: string;
  icon: IconName;
  label: string;
}

export function IconLink({ icon, label, className, href, ...rest }: IconLinkProps) {
  return (
    <a title={label} {...rest} href={href} className={cx('icon-button', className)} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
