import type { Packages } from '../src/shared/pricing.ts';
import { breadcrumbs } from './base/structured.ts';
import { HELP_ARTICLES } from './help/articles.ts';
import { articleAnswer, findAnswers, type HelpAnswer } from './help/find-answers.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { StartChat } from './layout/start-chat.tsx';
import { publicHead } from './public-head.ts';
import { Button, ButtonLink } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Field } from './ui/field.tsx';
import { List } from './ui/list.tsx';

const PATH = '/help';
/** Maximum length of a question: the front cache's limit for a query value. */
export const HELP_QUERY_MAX = 60;

/** @param query search words; results are not indexed */
export function helpHead(origin: string, query: string) {
  return publicHead({
    origin,
    path: PATH,
    title: query ? `Help: ${query}` : 'Help with VidDay, step by step',
    description:
      'How to invite, record, arrange, publish and give a group video, and what to do when something gets stuck.',
    indexed: query === '',
    sheet: 'public',
    occasion: 'thankyou',
    structured: () => [breadcrumbs(origin, [['Help', PATH]])],
  });
}

interface HelpPageProps {
  site: SiteProps;
  query: string;
  packages: Packages;
}

/** `/help`: all articles, or search results for `?q=` among articles and questions; works without script. */
export function HelpPage({ site, query, packages }: HelpPageProps) {
  const found = query ? findAnswers(query, packages) : [];
  return (
    <Layout site={site} mainClass="l-page public" after={<StartChat site={site} look="bubble" />}>
      <div className="public__head">
        <h1>What are you stuck on?</h1>
        <search>
          <form className="public__look-up" action={PATH}>
            <Field
              id="q"
              name="q"
              type="search"
              label="Look it up"
              placeholder="upload stopped"
              defaultValue={query}
              maxLength={HELP_QUERY_MAX}
              enterKeyHint="search"
            />
            <Button type="submit">Search</Button>
          </form>
        </search>
        {query && <Outcome query={query} count={found.length} />}
      </div>
      <Answers answers={found.length > 0 ? found : HELP_ARTICLES.map(articleAnswer)} />
      <section className="public__head" aria-labelledby="else">
        <h2 id="else">Still stuck?</h2>
        <p className="l-lead">
          It might be in the short answers. If someone sent you a link, they’re the best person to ask.
        </p>
        <div className="public__ways">
          <ButtonLink href="/help/contact" kind="second" icon="mail">
            Write to us
          </ButtonLink>
          <ButtonLink href="/faq" kind="second">
            Questions and answers
          </ButtonLink>
          <ButtonLink href="/pricing" kind="second">
            Prices
          </ButtonLink>
        </div>
      </section>
    </Layout>
  );
}

function Outcome({ query, count }: { query: string; count: number }) {
  return (
    <p className="l-lead" role="status">
      {count === 0
        ? `Nothing matches “${query}”. Try one word, such as “camera” or “price”, or browse everything.`
        : `${count === 1 ? 'One answer matches' : `${count} answers match`} “${query}”.`}{' '}
      <a href={PATH}>Show all</a>
    </p>
  );
}

function Answers({ answers }: { answers: readonly HelpAnswer[] }) {
  return (
    <List className="public__articles">
      {answers.map(({ href, title, summary }) => (
        <li key={href}>
          <Card>
            <h2>
              <a href={href}>{title}</a>
            </h2>
            <p>{summary}</p>
          </Card>
        </li>
      ))}
    </List>
  );
}
