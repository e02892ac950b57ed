import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Bow } from './paper.tsx';

export interface EmptyProps {
  title: ReactNode;
  /** What to do. */
  children?: ReactNode;
  action?: ReactNode;
  /** Default: a small bow. `null`: none. */
  picture?: ReactNode;
  headingLevel?: 2 | 3;
  className?: string;
}

/** Empty state with advice. */
export function Empty({ title, children, action, picture, headingLevel = 2, className }: EmptyProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className={cx('empty', className)}>
      {picture === undefined ? <Bow className="empty__bow" /> : picture}
      <Heading className="empty__title">{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
