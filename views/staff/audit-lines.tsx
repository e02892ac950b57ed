import type { ActLine } from '../../src/shared/audit-words.ts';
import { List } from '../ui/list.tsx';
import { agoWords } from './desk-layout.tsx';

/** Who did what when, and why. */
export function AuditLines({ lines, now, none }: { lines: readonly ActLine[]; now: number; none: string }) {
  if (lines.length === 0) return <p className="l-small">{none}</p>;
  return (
    <List ordered className="desk-lines">
      {lines.map(({ id, at, who, what, why }) => (
        <li key={id}>
          <time dateTime={at}>{agoWords(at, now)}</time>
          <p>
            <strong>
              <bdi>{who}</bdi>
            </strong>{' '}
            {what} {why && <span className="l-fine">“{why}”</span>}
          </p>
        </li>
      ))}
    </List>
  );
}
