import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li' | 'form';
  /** Stacks its children with equal gaps. */
  stack?: boolean;
}

export function Card({ as = 'div', stack, className, ...rest }: CardProps) {
  const Tag = as as 'div';
  return <Tag {...rest} className={cx('card', stack && 'l-stack', className)} />;
}

export interface LetterProps {
  /** Signature, such as "Lena, her granddaughter". */
  sign?: ReactNode;
  /** Stamps and postmarks in the corner. */
  corner?: ReactNode;
  className?: string;
  /** The text; strings keep their line breaks. */
  children: ReactNode;
}

/** A user's own words, on paper. */
export function Letter({ sign, corner, className, children }: LetterProps) {
  return (
    <div className={cx('letter', className)}>
      {corner}
      {typeof children === 'string' ? <p className="l-display l-lines">{children}</p> : children}
      {sign && (
        <p className="l-small letter__sign">
          <bdi>{sign}</bdi>
        </p>
      )}
    </div>
  );
}

/** A parcel's tag with an eyelet. */
export function Tag({
  as: Element = 'div',
  className,
  children,
}: {
  as?: 'div' | 'li';
  className?: string;
  children: ReactNode;
}) {
  return <Element className={cx('tag', className)}>{children}</Element>;
}

/** White card on wrapping paper; text never stands directly on the print. */
export function Plaque({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('plaque', className)}>{children}</div>;
}
