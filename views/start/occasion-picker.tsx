import { OCCASION_LIST, type Occasion } from '../../src/shared/occasions.ts';
import { Swatch } from '../base/swatch.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';

interface OccasionPickerProps {
  /** Recipient's name, if known. */
  name?: string;
  error?: string;
}

const OFFERED = OCCASION_LIST.filter(({ webApp }) => webApp);

/** Occasions as links to the second step. Those without `webApp` start on their own pages. */
export function OccasionPicker({ name, error }: OccasionPickerProps) {
  const href = ({ type }: Occasion) =>
    `/start-a-vidday?${new URLSearchParams({ occasion: type, ...(name ? { name } : {}) })}`;
  return (
    <>
      <header className="start__head">
        <p className="l-small">Step 1 of 2</p>
        <h1>{name ? `What are you wrapping for ${name}?` : 'What are you wrapping?'}</h1>
        <p className="l-lead">Each occasion has its own paper, questions and words.</p>
      </header>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      <List className="swatch__list">
        {OFFERED.map((each) => (
          <Swatch
            key={each.type}
            occasion={each}
            href={href(each)}
            label={each.type === 'other' ? 'Something else' : each.label}
          />
        ))}
      </List>
    </>
  );
}
