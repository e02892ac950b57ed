import { money } from '../../src/shared/format.ts';
import { EXTRA, type FilmPackage, PACKAGES } from '../../src/shared/pricing.ts';
import { Tag } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';

const WORDS: Record<FilmPackage['id'], (minutes: number) => string> = {
  essential: (minutes) => `A film of up to ${minutes} minutes in full HD, with chapters, to keep as a file.`,
  plus: (minutes) => `Up to ${minutes} minutes: a whole office, or a talkative family.`,
  premium: (minutes) => `Up to ${minutes} minutes, for a wedding or a life.`,
};

/** What it costs, from the catalogue itself. */
export function Prices() {
  return (
    <section className="page price-sec" id="price" aria-labelledby="pr">
      <div className="sec-head">
        <h2 id="pr">Pay once, when you like what you see</h2>
        <p className="lead">
          Collecting, arranging and watching the preview are free. No clip is ever locked until you pay.
        </p>
      </div>
      <List className="prices">
        {PACKAGES.map((each) => (
          <Tag as="li" key={each.id}>
            <h3>{each.name}</h3>
            <p className="price display">{money(each.amount, { short: true })}</p>
            <p>{WORDS[each.id](each.covers / 60)}</p>
          </Tag>
        ))}
      </List>
      <p className="small">
        Longer films: {money(EXTRA.amount, { short: true })} for every {EXTRA.seconds / 60} minutes more. Get-well films
        of up to 5 minutes are free, always.
      </p>
    </section>
  );
}
