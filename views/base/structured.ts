/** Structured data for search engines (schema.org, JSON-LD). Pure. */
import { CURRENCY } from '../../src/shared/pricing.ts';
import { SITE_NAME, type SiteFacts } from '../../src/shared/site-facts.ts';

const CONTEXT = 'https://schema.org';

export interface PlainQuestion {
  question: string;
  answer: string;
}

export function organization(origin: string, logo: string) {
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    '@id': `${origin}/#us`,
    name: SITE_NAME,
    url: `${origin}/`,
    logo,
  };
}

export function webSite(origin: string) {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    name: SITE_NAME,
    url: `${origin}/`,
    publisher: { '@id': `${origin}/#us` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/help?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export interface Sold {
  name: string;
  description: string;
  image: string;
  isFree?: boolean;
}

/** Product with price and rating. @param url absolute URL of the page */
export function product(url: string, given: Sold, { packages, rating }: SiteFacts) {
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name: given.name,
    description: given.description,
    image: given.image,
    brand: { '@type': 'Brand', name: SITE_NAME },
    offers: {
      '@type': 'Offer',
      url,
      price: given.isFree ? '0.00' : (packages[0].amount / 100).toFixed(2),
      priceCurrency: CURRENCY,
      availability: 'https://schema.org/InStock',
    },
    ...(rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.value,
        bestRating: 5,
        ratingCount: rating.count,
      },
    }),
  };
}

export function faqPage(questions: readonly PlainQuestion[]) {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Breadcrumbs from the home page. @param places name and path of each page, without the home page */
export function breadcrumbs(origin: string, places: readonly (readonly [name: string, path: string])[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [[SITE_NAME, '/'] as const, ...places].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

export function howTo(name: string, steps: readonly { name: string; text: string }[]) {
  return {
    '@context': CONTEXT,
    '@type': 'HowTo',
    name,
    step: steps.map((step, index) => ({ '@type': 'HowToStep', position: index + 1, ...step })),
  };
}
