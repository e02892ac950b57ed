import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Question {
  question: string;
  answer: ReactNode;
  isOpen?: boolean;
  /** Fragment id. Default: none. */
  id?: string;
}

/** A question with an id derived from its text, such as `can-the-film-be-saved`. */
export function withAnchor<Q extends { question: string }>(item: Q): Q & { id: string } {
  return { ...item, id: anchorOf(item.question) };
}

export function anchorOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Questions that expand, without script. */
export function Faq({ items, className }: { items: readonly Question[]; className?: string }) {
  return (
    <div className={cx('faq', className)}>
      {items.map((item) => (
        <details key={item.question} id={item.id} open={item.isOpen}>
          <summary>{item.question}</summary>
          <p>{item.answer}</p>
        </details>
      ))}
    </div>
  );
}
