import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Question {
  question: string;
  answer: ReactNode;
  isOpen?: boolean;
}

/** Questions that open to their answers, without script. */
export function Faq({ items, className }: { items: readonly Question[]; className?: string }) {
  return (
    <div className={cx('faq', className)}>
      {items.map((item) => (
        <details key={item.question} open={item.isOpen}>
          <summary>{item.question}</summary>
          <p>{item.answer}</p>
        </details>
      ))}
    </div>
  );
}
