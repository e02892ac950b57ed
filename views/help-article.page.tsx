import { breadcrumbs, faqPage, howTo } from './base/structured.ts';
import { HELP_ARTICLES, type HelpArticle } from './help/articles.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { StartChat } from './layout/start-chat.tsx';
import { publicHead } from './public-head.ts';
import { Crumbs } from './reading/crumbs.tsx';
import { Faq } from './ui/faq.tsx';
import { List } from './ui/list.tsx';

const pathOf = ({ slug }: HelpArticle) => `/help/${slug}`;

const placesOf = (article: HelpArticle) =>
  [
    ['Help', '/help'],
    [article.title, pathOf(article)],
  ] as const;

export function helpArticleHead(origin: string, article: HelpArticle) {
  return publicHead({
    origin,
    path: pathOf(article),
    title: `${article.title}: VidDay help`,
    description: article.summary,
    sheet: 'public',
    occasion: 'thankyou',
    structured: () => [
      howTo(
        article.title,
        article.steps.map((text) => ({ name: text.split(/[.:;]/)[0] ?? text, text })),
      ),
      ...(article.notes ? [faqPage(article.notes)] : []),
      breadcrumbs(origin, placesOf(article)),
    ],
  });
}

/** One article of the help. */
export function HelpArticlePage({ site, article }: { site: SiteProps; article: HelpArticle }) {
  const others = HELP_ARTICLES.filter(({ slug }) => slug !== article.slug);
  return (
    <Layout site={site} mainClass="l-page public public--split" after={<StartChat site={site} look="bubble" />}>
      <div className="public__head">
        <Crumbs places={placesOf(article)} />
        <h1>{article.title}</h1>
        <p className="l-lead">{article.summary}</p>
      </div>
      <div className="public__prose">
        <section aria-label="Step by step">
          <ol>
            {article.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        {article.notes && (
          <section aria-labelledby="notes">
            <h2 id="notes">Good to know</h2>
            <Faq items={article.notes.map((note) => ({ ...note, isOpen: true }))} />
          </section>
        )}
      </div>
      <nav className="public__aside" aria-labelledby="others">
        <h2 id="others" className="l-small">
          Other articles
        </h2>
        <List className="public__toc">
          {others.map((other) => (
            <li key={other.slug}>
              <a href={pathOf(other)}>{other.title}</a>
            </li>
          ))}
        </List>
      </nav>
    </Layout>
  );
}
