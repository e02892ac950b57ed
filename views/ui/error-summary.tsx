import { List } from './list.tsx';
import { Banner } from './notice.tsx';

/** One field that was refused: its id on the page, its label, and the words beside it. */
export interface FieldProblem {
  id: string;
  label: string;
  words: string;
}

/** What is wrong with a form, where that is more than one thing: each leads to its field. */
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
