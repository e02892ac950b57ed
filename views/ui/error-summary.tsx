import { List } from './list.tsx';
import { Banner } from './notice.tsx';

/** A refused field: its id, label and message. */
export interface FieldProblem {
  id: string;
  label: string;
  words: string;
}

/** Summary of several errors in a form, linked to their fields. */
export function ErrorSummary({ problems }: { problems: readonly FieldProblem[] }) {
  if (problems.length < 2) return null;
  return (
    <Banner tone="bad" title={`${NUMBERS[problems.length] ?? problems.length} things need another look`}>
      <List className="field__problems">
        {problems.map(({ id, label, words }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>: {words}
          </li>
        ))}
      </List>
    </Banner>
  );
}

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five'];
