import { money } from '../src/shared/format.ts';
import { EXTRA, priceFilm } from '../src/shared/pricing.ts';
import type { SiteFacts } from '../src/shared/site-facts.ts';
import { pricingQuestions } from './base/pricing-questions.ts';
import { breadcrumbs, faqPage, product } from './base/structured.ts';
import { Prices } from './home/prices.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { publicHead } from './public-head.ts';
import { ButtonLink } from './ui/button.tsx';
import { Faq, withAnchor } from './ui/faq.tsx';

const PATH = '/pricing';
const MINUTES = [4, 5, 12, 20, 45, 60, 75, 120];

export function pricingHead(origin: string, facts: SiteFacts) {
  const [smallest] = facts.packages;
  return publicHead({
    origin,
    path: PATH,
    title: `What a group video costs, from ${money(smallest.amount)}: VidDay`,
    description: `Collecting and arranging are free. A film of up to ${smallest.covers / 60} minutes costs ${money(smallest.amount)}, once. See the price for every length.`,
    sheet: 'public',
    occasion: 'birthday',
    structured: (address) => [
      product(
        `${origin}${PATH}`,
        {
          name: 'VidDay film',
          description: `A film of up to ${smallest.covers / 60} minutes made from everyone’s clips.`,
          image: address('art/cards/site.png'),
        },
        facts,
      ),
      faqPage(pricingQuestions(facts.packages)),
      breadcrumbs(origin, [['Price', PATH]]),
    ],
  });
}

/** `/pricing`, from the catalogue that is also charged. */
export function PricingPage({ site, facts: { packages } }: { site: SiteProps; facts: SiteFacts }) {
  const [, middle, largest] = packages;
  const priceOf = (minutes: number, isFree: boolean) =>
    priceFilm(packages, { length: minutes * 60, isFree, paid: 0 }).amount;
  return (
    <Layout site={site}>
      <div className="l-page public">
        <div className="public__head">
          <h1>You pay for the film, not for the clips</h1>
          <p className="l-lead">
            <strong>From {money(packages[0].amount)}</strong>, once per film. The price depends on its length, and on
            what you add: music or a theme of your own, or 4K. Invite five hundred people if you like. Short get-well
            films are free.
          </p>
        </div>
      </div>
      <Prices packages={packages} />
      <section className="l-page public public--close" aria-labelledby="sums">
        <h2 id="sums">What would mine cost?</h2>
        <table className="public__sums">
          <thead>
            <tr>
              <th scope="col">Length of the film</th>
              <th scope="col">Get-well film</th>
              <th scope="col">Any other</th>
            </tr>
          </thead>
          <tbody>
            {MINUTES.map((minutes) => (
              <tr key={minutes}>
                <th scope="row">{minutes} minutes</th>
                <td>{priceOf(minutes, true) === 0 ? 'free' : money(priceOf(minutes, true))}</td>
                <td>{money(priceOf(minutes, false))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="l-small">
          In US dollars. Your own music takes at least {middle.name}, your own theme {largest.name}, however short the
          film is. 4K comes with {largest.name}, or costs extra. Beyond {largest.covers / 60} minutes, every extra{' '}
          {EXTRA.seconds / 60} minutes, or part of that, costs {money(EXTRA.amount)}. The longest film we make is three
          hours.
        </p>
      </section>
      <section className="l-page public public--close" aria-labelledby="about">
        <h2 id="about">About paying</h2>
        <Faq items={pricingQuestions(packages).map(withAnchor)} />
        <div className="l-row">
          <ButtonLink href="/start-a-vidday">Start a VidDay</ButtonLink>
          <ButtonLink href="/faq" kind="quiet">
            Other questions
          </ButtonLink>
        </div>
      </section>
    </Layout>
  );
}
