import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface NoticeProps {
  /** `promotion` is green, any other announcement yellow. */
  type: string;
  /** Called when somebody does not want to see it any more. */
  onClose?: () => void;
  children: ReactNode;
}

/** The announcement above the page. */
export function Notice({ type, onClose, children }: NoticeProps) {
  return (
    <div className={cx('notice', type !== 'promotion' && 'notice--other')}>
      <p>{children}</p>
      {onClose && <IconButton icon="close" label="Don’t show this again" onClick={onClose} />}
    </div>
  );
}

export interface BannerProps {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  title?: ReactNode;
  /** Read out at once (`alert`), when the reader is free (`status`), or not. */
  role?: 'alert' | 'status';
  id?: string;
  /** Buttons or a link: the way on. */
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

const BANNER_ICONS = { info: 'info', good: 'check', warn: 'warn', bad: 'warn' } as const;

/** What happened and what to do, inside a page: offline, failed, saved, suspended. */
export function Banner({ tone = 'info', icon, title, role, id, action, className, children }: BannerProps) {
  return (
    <div className={cx('banner', tone !== 'info' && `banner--${tone}`, className)} role={role} id={id}>
      <Icon name={icon ?? BANNER_ICONS[tone]} />
      <div>
        {title && <p className="banner__title">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {action && <div className="l-row">{action}</div>}
    </div>
  );
}
