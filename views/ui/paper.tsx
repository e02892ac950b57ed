import type { ReactNode } from 'react';
import type { OccasionType } from '../../src/shared/occasions.ts';
import { cx } from './class-names.ts';

export interface WrapProps {
  /** Default: the surrounding occasion's. */
  occasion?: OccasionType;
  as?: 'div' | 'span' | 'main' | 'section';
  id?: string;
  className?: string;
  children?: ReactNode;
}

/** Wrapping paper. Put text on a card or plaque, never directly on it. */
export function Wrap({ occasion, as: Tag = 'div', id, className, children }: WrapProps) {
  return (
    <Tag id={id} className={cx('wrap', className)} data-occasion={occasion}>
      {children}
    </Tag>
  );
}

export interface TornProps {
  edge?: 'bottom' | 'top';
  occasion?: OccasionType;
  as?: 'div' | 'header' | 'section';
  className?: string;
  /** Hidden from screen readers. */
  isDecoration?: boolean;
  children?: ReactNode;
}

/** A torn sheet of wrapping paper. At most two on a page. */
export function Torn({ edge = 'bottom', occasion, as: Tag = 'div', className, isDecoration, children }: TornProps) {
  return (
    <Tag
      className={cx('torn', edge === 'top' && 'torn--top', className)}
      data-occasion={occasion}
      aria-hidden={isDecoration || undefined}
    >
      <div className="wrap">{children}</div>
    </Tag>
  );
}

/** A horizontal ribbon, or a vertical one with `down`. */
export function Ribbon({ down, className }: { down?: boolean; className?: string }) {
  return <div className={cx('ribbon', down && 'ribbon--down', className)} aria-hidden="true" />;
}

/** The bow. Use it once above the fold. */
export function Bow({ className }: { className?: string }) {
  return (
    <svg className={cx('bow', className)} viewBox="0 0 240 170" aria-hidden="true" focusable="false">
      <g>
        <path className="bow__lo" d="M106 84 66 168l22-8 14 9 30-81zM134 84l40 84-22-8-14 9-30-81z" />
        <path className="bow__hi" d="M112 78 58 162l24-5 13 12 31-85zM128 78l54 84-24-5-13 12-31-85z" />
      </g>
      <g>
        <path className="bow__hi" d="M120 68C104 18 38-8 12 20-10 46 22 102 120 78z" />
        <path className="bow__lo" d="M114 70C98 42 58 26 42 40c-14 14 10 38 72 34z" />
      </g>
      <g>
        <path className="bow__hi" d="M120 68c16-50 82-76 108-48 22 26-10 82-108 58z" />
        <path className="bow__lo" d="M126 70c16-28 56-44 72-30 14 14-10 38-72 34z" />
      </g>
      <g>
        <path className="bow__hi" d="M103 56q17-9 34 0 5 17 0 36-17 8-34 0-5-18 0-36" />
        <path className="bow__lo" d="M112 58q-4 16 0 32l4 1q-4-17 0-34zM128 58q4 16 0 32l-4 1q4-17 0-34z" />
      </g>
    </svg>
  );
}
