import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface NoticeLink {
  url: string;
  label: string;
}

export interface NoticeProps {
  /** `promotion` is green, others are yellow. */
  type: string;
  /** After the words. */
  link?: NoticeLink | null;
  /** Called when the user dismisses it. */
  onClose?: () => void;
  children: ReactNode;
}

/** An announcement above the page. */
export function Notice({ type, link, onClose, children }: NoticeProps) {
  return (
    <div className={cx('notice', type !== 'promotion' && 'notice--other')}>
      <p>
        {children}
        {link && (
          <>
            {' '}
            <a href={link.url}>{link.label}</a>
          </>
        )}
      </p>
      {onClose && <IconButton icon="close" label="Don’t show this again" onClick={onClose} />}
    </div>
  );
}

export interface BannerProps {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  icon?: IconName;
  title?: ReactNode;
  /** Announced at once (`alert`), politely (`status`), or not. */
  role?: 'alert' | 'status';
  id?: string;
  /** Buttons or a link. */
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

const BANNER_ICONS = { info: 'info', good: 'check', warn: 'warn', bad: 'warn' } as const;

/** A message inside a page: offline, failed, saved, suspended. */
export function Banner({ tone = 'info', icon, title, role, id, action, className, children }: BannerProps) {
  return (
    <div className={cx('banner', `banner--${tone}`, className)} role={role} id={id}>
      <Icon name={icon ?? BANNER_ICONS[tone]} />
      <div>
        {title && <p className="banner__title">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {action && <div className="l-row">{action}</div>}
    </div>
  );
}
