import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface StampProps {
  /** Picture, 4:3, with the face within the central square. */
  src?: string | null;
  /** Empty if the name is next to it. */
  alt?: string;
  width?: number;
  height?: number;
  /** Lazy loading. Default: true. */
  lazy?: boolean;
  className?: string;
  /** Replaces the picture: usually a `StampFill`. */
  children?: ReactNode;
}

/** A perforated frame, used for everything that users sent. */
export function Stamp({ src, alt = '', width = 480, height = 360, lazy = true, className, children }: StampProps) {
  return (
    <span className={cx('stamp', className)}>
      <span>
        {children ??
          (src ? (
            <img
              src={src}
              width={width}
              height={height}
              alt={alt}
              loading={lazy ? 'lazy' : undefined}
              decoding="async"
            />
          ) : (
            <span className="stamp__fill" />
          ))}
      </span>
    </span>
  );
}

export interface StampFillProps {
  kind?: 'words' | 'voice' | 'skeleton' | 'plain';
  icon?: IconName;
  children?: ReactNode;
}

/** Content of a stamp without a picture: text, voice, emoji, icon. */
export function StampFill({ kind = 'plain', icon, children }: StampFillProps) {
  return (
    <span className={cx('stamp__fill', `stamp__fill--${kind}`)}>
      {icon && <Icon name={icon} />}
      {kind === 'words' ? <span>{children}</span> : children}
    </span>
  );
}
