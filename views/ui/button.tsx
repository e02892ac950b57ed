import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonLook {
  /** `main` is coral, one for each screen. `second` is outlined, `quiet` underlined, `danger` destroys. */
  kind?: 'main' | 'second' | 'quiet' | 'danger';
  size?: 'big' | 'small';
  /** Full width. */
  wide?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** In progress: shows a spinner and ignores presses. Describe it in the label. */
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

/** Default type: `button`. */
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

/** A link that looks like a button. */
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
  /** Accessible name and tooltip. */
  label: string;
}

/** A button with an icon only, 44 px large, with an accessible name. `aria-pressed` makes it a toggle. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={cx('icon-button', className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
