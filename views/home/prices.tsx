import { money } from '../../src/shared/format.ts';
import { EXTRA, type FilmPackage, type Packages } from '../../src/shared/pricing.ts';
import { Tag } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';

const WORDS: Record<FilmPackage['id'], (minutes: number) => string> = {
  essential: (minutes) => `A film of up to ${minutes} minutes in full HD, with chapters, to keep as a file.`,
  plus: (minutes) => `Up to ${minutes} minutes: a whole office, or a talkative family.`,
  premium: (minutes) => `Up to ${minutes} minutes, for a wedding or a life.`,
};

/** Prices from the catalogue. */
export function Prices({ packages }: { packages: Packages }) {
  return (
    <section className="l-page prices__section" id="price" aria-labelledby="pr">
      <div className="prices__head">
        <h2 id="pr">Pay once, when you like what you see</h2>
        <p className="l-lead">
          Collecting, arranging and watching the preview are free. No clip is ever locked behind a payment.
        </p>
      </div>
      <List className="prices">
        {packages.map((each) => (
          <Tag as="li" key={each.id}>
            <h3>{each.name}</h3>
            <p className="prices__price l-display">{money(each.amount, { short: true })}</p>
            <p>{WORDS[each.id](each.covers / 60)}</p>
          </Tag>
        ))}
      </List>
      <p className="l-small">
        Longer films: {money(EXTRA.amount, { short: true })} for every {EXTRA.seconds / 60} minutes more. Get-well films
        of up to {packages[0].covers / 60} minutes are free, always.
      </p>
    </section>
  );
}
