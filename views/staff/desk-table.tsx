import type { ReactNode } from 'react';
import { count } from '../../src/shared/format.ts';
import { COUNTED_MAX } from '../../src/shared/limits.ts';
import { Island } from '../base/island.tsx';
import { cx } from '../ui/class-names.ts';
import { Empty } from '../ui/empty.tsx';

export interface DeskColumn<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** Numbers are aligned at their end. */
  isNumber?: boolean;
  /** Left out on phones, where rows are cards. */
  isMinor?: boolean;
}

export interface DeskTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  /** The first column has the row’s name. */
  columns: readonly DeskColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Where a row leads. */
  hrefOf(row: Row): string;
  empty: { title: string; words: string };
}

/** A table of the desk: rows lead to their page, by j, k and Enter too; on a phone they are cards. */
export function DeskTable<Row>({ label, columns, rows, keyOf, hrefOf, empty }: DeskTableProps<Row>) {
  if (rows.length === 0) return <Empty title={empty.title}>{empty.words}</Empty>;
  const [lead, ...others] = columns;
  return (
    <>
      <section className="desk-table" aria-label={label}>
        <table className="desk-table__grid">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} scope="col" className={classOf(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row" className="desk-table__lead">
                  <a className="desk-table__open" href={hrefOf(row)}>
                    {lead?.cell(row)}
                  </a>
                </th>
                {others.map((column) => (
                  <td key={column.label} className={classOf(column)} data-label={column.label}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Island name="desk-keys" when="idle" props={{ rows: '.desk-table__open' }} />
    </>
  );
}

/** "3 users", or "More than 200 users". */
export function totalWords(total: number, one: string): string {
  return total > COUNTED_MAX ? `More than ${COUNTED_MAX.toLocaleString('en')} ${one}s` : count(total, one);
}

/** "3 found", and that there may be more. */
export function foundWords(found: number): string {
  return found >= 50 ? 'The first 50. Type more to find fewer.' : `${found} found`;
}

function classOf<Row>({ isNumber, isMinor }: DeskColumn<Row>) {
  return cx(isNumber && 'desk-table__number', isMinor && 'desk-table__minor') || undefined;
}
