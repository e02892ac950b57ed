import { money } from '../src/shared/format.ts';
import { EXTRA, type Packages, priceFilm } from '../src/shared/pricing.ts';
import type { SiteFacts } from '../src/shared/site-facts.ts';
import { Prices } from './home/prices.tsx';
import { Layout, type SiteProps } from './layout.tsx';
import { publicHead } from './public-head.ts';
import { breadcrumbs, faqPage, type PlainQuestion, product } from './structured.ts';
import { ButtonLink } from './ui/button.tsx';
import { Faq } from './ui/faq.tsx';

const PATH = '/pricing';
const MINUTES = [4, 5, 12, 20, 45, 60, 75, 120];

const questionsOf = ([smallest, middle]: Packages): readonly PlainQuestion[] => [
  {
    question: 'When do I pay?',
    answer: 'When you publish, after you have watched the whole preview. Until then nothing is asked for.',
  },
  {
    question: 'Do those who send clips pay anything?',
    answer: 'No. Neither do those who watch.',
  },
  {
    question: 'What if a late clip makes the film longer?',
    answer: `You pay the difference. A film that grows from ${smallest.name} to ${middle.name} costs another ${money(middle.amount - smallest.amount)}.`,
  },
  {
    question: 'And if I only change the order?',
    answer: 'Then publishing again is free, as often as you like.',
  },
  {
    question: 'Is it a subscription?',
    answer: 'No. One film, one payment. Nothing renews.',
  },
  {
    question: 'How long will my film be?',
    answer:
      'Count half a minute a clip: ten people make five minutes, forty make twenty. The studio shows length and price from the first clip on.',
  },
];

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
          description: `A film of up to ${smallest.covers / 60} minutes made from everybody’s clips.`,
          image: address('art/cards/site.png'),
        },
        facts,
      ),
      faqPage(questionsOf(facts.packages)),
      breadcrumbs(origin, [['Price', PATH]]),
    ],
  });
}

/** `/pricing`, from the catalogue that prices carts. */
export function PricingPage({ site, facts: { packages } }: { site: SiteProps; facts: SiteFacts }) {
  const [, , largest] = packages;
  const priceOf = (minutes: number, isFree: boolean) =>
    priceFilm(packages, { length: minutes * 60, isFree, paid: 0 }).amount;
  return (
    <Layout site={site}>
      <div className="page reading">
        <div className="reading-head">
          <h1>You pay for the film, not for the clips</h1>
          <p className="lead">
            Invite five hundred people if you like. The price goes by the length of what you publish, and by nothing
            else.
          </p>
        </div>
      </div>
      <Prices packages={packages} />
      <section className="page reading close" aria-labelledby="sums">
        <h2 id="sums">What would mine cost?</h2>
        <table className="sums">
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
        <p className="small">
          In US dollars. Beyond {largest.covers / 60} minutes each started {EXTRA.seconds / 60} minutes cost{' '}
          {money(EXTRA.amount)}. The longest film we make is three hours.
        </p>
      </section>
      <section className="page reading close" aria-labelledby="about">
        <h2 id="about">About paying</h2>
        <Faq items={questionsOf(packages)} />
        <div className="row">
          <ButtonLink href="/start-a-vidday">Start a VidDay</ButtonLink>
          <ButtonLink href="/faq" kind="quiet">
            Other questions
          </ButtonLink>
        </div>
      </section>
    </Layout>
  );
}
