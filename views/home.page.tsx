import { OCCASION_LIST, occasionPath } from '../src/shared/occasions.ts';
import type { SiteFacts } from '../src/shared/site-facts.ts';
import { howTo, organization, product, webSite } from './base/structured.ts';
import { Swatch } from './base/swatch.tsx';
import { Hero } from './home/hero.tsx';
import { Mishaps } from './home/mishaps.tsx';
import { Prices } from './home/prices.tsx';
import { Steps } from './home/steps.tsx';
import { HOW_IT_GOES } from './how-it-goes.ts';
import { Header } from './layout/header.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { publicHead } from './public-head.ts';
import { Button } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { List } from './ui/list.tsx';
import { Torn } from './ui/paper.tsx';

export interface HomePageProps {
  site: SiteProps;
  facts: SiteFacts;
}

/** @param origin configured origin, for the canonical URL */
export function homeHead(origin: string, facts: SiteFacts) {
  return publicHead({
    origin,
    path: '/',
    title: 'VidDay: one film from everyone who loves them',
    description:
      'Friends send a clip from their phone, no app and no account. You put them in order. They unwrap one film.',
    occasion: 'birthday',
    sheet: 'home',
    structured: (address) => [
      organization(origin, address('icons/icon-512.png')),
      webSite(origin),
      product(
        `${origin}/`,
        {
          name: 'VidDay group video',
          description: 'One film, made from clips everyone sends from their own phone.',
          image: address('art/cards/site.png'),
        },
        facts,
      ),
      howTo('How to make a group video', HOW_IT_GOES),
    ],
  });
}

/** `/`: what it is, how it works, what it costs. Identical for all visitors. */
export function HomePage({ site, facts }: HomePageProps) {
  return (
    <Layout
      site={site}
      header={<Header site={site} current="home" className="home-hero__top" />}
      mainClass="home"
      flush
    >
      <Hero facts={facts} />
      <Steps />
      <section className="l-page" id="occasions" aria-labelledby="occ">
        <div className="prices__head">
          <h2 id="occ">What are you wrapping?</h2>
          <p className="l-lead">Each has its own paper, questions and words.</p>
        </div>
        <List className="swatch__list">
          {OCCASION_LIST.filter((each) => each.homePage).map((each) => (
            <Swatch key={each.type} occasion={each} href={occasionPath(each.type)} />
          ))}
          <li>
            <a className="swatch" href="/video-maker" data-occasion="other">
              <span className="wrap" />
              <i className="swatch__sticker" aria-hidden="true">
                🎁
              </i>
              <span className="swatch__label">All of them, or your own</span>
            </a>
          </li>
        </List>
      </section>
      <Mishaps />
      <Prices packages={facts.packages} />
      <section className="home__end" aria-labelledby="end">
        <Torn edge="top">
          <div className="plaque">
            <h2 id="end">Who is it for?</h2>
            <form className="home__go" action="/start-a-vidday">
              <Field
                id="who"
                name="name"
                label="Their first name"
                autoComplete="off"
                placeholder="Ruth"
                maxLength={80}
              />
              <Button type="submit">Start a VidDay</Button>
            </form>
            <p className="l-fine">No account needed to start.</p>
          </div>
        </Torn>
      </section>
    </Layout>
  );
}
