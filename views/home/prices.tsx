import { money } from '../../src/shared/format.ts';
import { EXTRA, type FilmPackage, PACKAGE_WORDS, type Packages } from '../../src/shared/pricing.ts';
import { Tag } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';

const WORDS: Record<FilmPackage['id'], (minutes: number) => string> = {
  essential: (minutes) => `A film of up to ${minutes} minutes, to keep as a file.`,
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
            <p>{`${WORDS[each.id](each.covers / 60)} ${PACKAGE_WORDS[each.id]}.`}</p>
          </Tag>
        ))}
      </List>
      <p className="l-small">
        Longer films: {money(EXTRA.amount, { short: true })} for every {EXTRA.seconds / 60} minutes more. For get-well
        films, {packages[0].name} is free.
      </p>
    </section>
  );
}
