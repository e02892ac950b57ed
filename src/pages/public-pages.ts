import { ContactPage, contactHead } from '../../views/contact.page.tsx';
import { FaqPage, faqHead } from '../../views/faq.page.tsx';
import { HELP_ARTICLES } from '../../views/help/articles.ts';
import { HELP_QUERY_MAX, HelpPage, helpHead } from '../../views/help.page.tsx';
import { HelpArticlePage, helpArticleHead } from '../../views/help-article.page.tsx';
import { HomePage, homeHead } from '../../views/home.page.tsx';
import type { SiteProps } from '../../views/layout/layout.tsx';
import { LegalPage, legalHead } from '../../views/legal.page.tsx';
import { OccasionPage, occasionHead } from '../../views/occasion.page.tsx';
import { OCCASION_CONTENTS } from '../../views/occasions/contents.ts';
import { OccasionsPage, occasionsHead } from '../../views/occasions.page.tsx';
import { PricingPage, pricingHead } from '../../views/pricing.page.tsx';
import type { LegalText } from '../../views/reading/legal.ts';
import { PRIVACY } from '../../views/reading/privacy.ts';
import { TERMS } from '../../views/reading/terms.ts';
import { CHAT } from '../shared/chat.ts';
import { occasionPath } from '../shared/occasions.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import { type AnyPage, page } from './render-page.tsx';

/** Everything that a public page may depend on. */
export interface PublicVisit {
  site: SiteProps;
  /** Configured origin, for canonical URLs. */
  origin: string;
  facts: SiteFacts;
  query: Record<string, string>;
}

/** A public page: served by the front cache, listed in the sitemap. */
export interface PublicPage {
  path: string;
  /** `YYYY-MM-DD` of the last change. */
  updated: string;
  /** Query keys that it depends on. */
  query?: readonly string[];
  load(visit: PublicVisit): AnyPage;
}

const UPDATED = '2026-11-22';
const latest = (dates: readonly string[]) => dates.toSorted().at(-1) ?? UPDATED;

/** All public pages, in sitemap order. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: '/',
    updated: UPDATED,
    load: ({ site, origin, facts }) => page({ view: HomePage, props: { site, facts }, head: homeHead(origin, facts) }),
  },
  {
    path: '/video-maker',
    updated: latest(OCCASION_CONTENTS.map(({ updated }) => updated)),
    load: ({ site, origin }) => page({ view: OccasionsPage, props: { site }, head: occasionsHead(origin) }),
  },
  ...OCCASION_CONTENTS.map(
    (content): PublicPage => ({
      path: occasionPath(content.type),
      updated: content.updated,
      load: ({ site, origin, facts }) =>
        page({ view: OccasionPage, props: { site, facts, content }, head: occasionHead(origin, facts, content) }),
    }),
  ),
  {
    path: '/pricing',
    updated: UPDATED,
    load: ({ site, origin, facts }) =>
      page({ view: PricingPage, props: { site, facts }, head: pricingHead(origin, facts) }),
  },
  {
    path: '/faq',
    updated: UPDATED,
    load: ({ site, origin }) => page({ view: FaqPage, props: { site }, head: faqHead(origin) }),
  },
  {
    path: '/help',
    updated: latest(HELP_ARTICLES.map(({ updated }) => updated)),
    query: ['q'],
    load({ site, origin, facts: { packages }, query }) {
      const asked = (query.q ?? '').trim().slice(0, HELP_QUERY_MAX);
      return page({ view: HelpPage, props: { site, query: asked, packages }, head: helpHead(origin, asked) });
    },
  },
  {
    path: '/help/contact',
    updated: UPDATED,
    query: ['sent'],
    load: ({ site, origin, query }) =>
      page({
        view: ContactPage,
        props: { site, isSent: query.sent !== undefined, textMax: CHAT.textMax },
        head: contactHead(origin),
      }),
  },
  ...HELP_ARTICLES.map(
    (article): PublicPage => ({
      path: `/help/${article.slug}`,
      updated: article.updated,
      load: ({ site, origin }) =>
        page({ view: HelpArticlePage, props: { site, article }, head: helpArticleHead(origin, article) }),
    }),
  ),
  legal(PRIVACY),
  legal(TERMS),
];

function legal(text: LegalText): PublicPage {
  return {
    path: text.path,
    updated: text.updated,
    load: ({ site, origin }) => page({ view: LegalPage, props: { site, text }, head: legalHead(origin, text) }),
  };
}
