import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface StampProps {
  /** The picture; 4:3 with the face in the middle square. */
  src?: string | null;
  /** Empty where the name stands beside it. */
  alt?: string;
  width?: number;
  height?: number;
  /** Not fetched before it comes near the screen; true unless told. */
  lazy?: boolean;
  className?: string;
  /** Instead of a picture: usually a `StampFill`. */
  children?: ReactNode;
}

/** A perforated frame: everything that somebody sent is one. */
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

const FILLS = { words: 'stamp__fill--words', voice: 'stamp__fill--voice', skeleton: 'skeleton' } as const;

/** What a stamp shows where there is no picture: words, a voice, an emoji, a sign. */
export function StampFill({ kind = 'plain', icon, children }: StampFillProps) {
  return (
    <span className={cx('stamp__fill', kind !== 'plain' && FILLS[kind])}>
      {icon && <Icon name={icon} />}
      {kind === 'words' ? <span>{children}</span> : children}
    </span>
  );
}
