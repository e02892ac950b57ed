import { List } from './list.tsx';
import { Banner } from './notice.tsx';

/** A refused field: its id, label and message. */
export interface FieldProblem {
  /** Null for what no field shows. */
  id: string | null;
  label: string;
  words: string;
}

/** Summary of several errors in a form, linked to their fields, and of those that no field shows. */
export function ErrorSummary({ problems }: { problems: readonly FieldProblem[] }) {
  if (problems.length < 2 && problems.every(({ id }) => id !== null)) return null;
  const things = problems.length === 1 ? 'thing needs' : 'things need';
  return (
    <Banner tone="bad" title={`${NUMBERS[problems.length] ?? problems.length} ${things} another look`}>
      <List className="field__problems">
        {problems.map(({ id, label, words }) => (
          <li key={`${id} ${label}`}>
            {id === null ? label : <a href={`#${id}`}>{label}</a>}: {words}
          </li>
        ))}
      </List>
    </Banner>
  );
}

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five'];
