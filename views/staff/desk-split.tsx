import type { ReactNode } from 'react';
import { List } from '../ui/list.tsx';

/** A line of a list beside what is open of it. */
export interface SplitLine {
  id: string;
  href: string;
  isCurrent: boolean;
  title: ReactNode;
  /** At the end of the title's line. */
  aside: ReactNode;
  text: ReactNode;
}

/** A list, and the one that is open. */
export function DeskSplit({
  lines,
  below,
  children,
}: {
  lines: readonly SplitLine[];
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="desk-split">
      <div className="desk-split__side">
        {lines.length > 0 && (
          <List ordered className="desk-split__lines">
            {lines.map(({ id, href, isCurrent, title, aside, text }) => (
              <li key={id} aria-current={isCurrent || undefined}>
                <a href={href}>
                  <span className="desk-split__top">
                    <strong>
                      <bdi>{title}</bdi>
                    </strong>
                    <span className="l-fine">{aside}</span>
                  </span>
                  <span className="l-small">
                    <bdi>{text}</bdi>
                  </span>
                </a>
              </li>
            ))}
          </List>
        )}
        {below}
      </div>
      {children}
    </div>
  );
}
