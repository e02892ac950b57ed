import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface MenuProps {
  /** Accessible name, such as "More for Karl’s clip". */
  label: string;
  icon?: IconName;
  /** Text next to the icon. Default: icon only. */
  text?: ReactNode;
  /** Edge of the button that the list aligns with. */
  align?: 'start' | 'end';
  /** Opens upwards, for bars at the bottom. */
  upwards?: boolean;
  className?: string;
  /** `MenuButton`s, `MenuLink`s and `MenuRule`s. */
  children: ReactNode;
}

/**
 * A menu that opens without script. In an island it also closes on Escape, on a choice and on a tap elsewhere; in the
 * header on a tap elsewhere, and on Escape with the shell.
 */
export function Menu({ label, icon = 'more', text, align = 'end', upwards, className, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const details = box.current;
    if (!details) return;
    const close = (event: Event) => {
      if (!details.open || !(event.target instanceof Node)) return;
      const chosen =
        details.contains(event.target) && event.target instanceof Element && event.target.closest('.menu__list');
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      const elsewhere = event.type === 'click' && !details.contains(event.target);
      if (!escaped && !elsewhere && !(event.type === 'click' && chosen)) return;
      details.open = false;
      if (escaped) details.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    details.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      details.removeEventListener('keydown', close);
    };
  }, []);

  return (
    <details
      ref={box}
      className={cx('menu', align === 'start' && 'menu--to-start', upwards && 'menu--upwards', className)}
    >
      <summary
        className={text ? 'button button--second button--small' : 'icon-button'}
        aria-label={text ? undefined : label}
      >
        <Icon name={icon} />
        {text}
      </summary>
      <div className="menu__list">{children}</div>
    </details>
  );
}

export interface MenuButtonProps extends ComponentProps<'button'> {
  icon?: IconName;
  /** Destructive. */
  danger?: boolean;
}

export function MenuButton({ icon, danger, className, children, ...rest }: MenuButtonProps) {
  return (
    <button type="button" {...rest} className={cx(danger && 'menu__danger', className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function MenuLink({ icon, children, ...rest }: ComponentProps<'a'> & { href: string; icon?: IconName }) {
  return (
    <a {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

export function MenuRule() {
  return <hr />;
}
