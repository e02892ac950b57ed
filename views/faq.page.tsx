import { breadcrumbs, faqPage } from './base/structured.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { StartChat } from './layout/start-chat.tsx';
import { publicHead } from './public-head.ts';
import { FAQ_TOPICS } from './reading/faq-topics.ts';
import { Faq, withAnchor } from './ui/faq.tsx';
import { List } from './ui/list.tsx';

const PATH = '/faq';

export function faqHead(origin: string) {
  return publicHead({
    origin,
    path: PATH,
    title: 'Questions about group videos, answered: VidDay',
    description:
      'Accounts, phones, file sizes, lost connections, secrets: short answers to what people ask before they start.',
    sheet: 'public',
    occasion: 'thankyou',
    structured: () => [
      faqPage(FAQ_TOPICS.flatMap(({ questions }) => questions)),
      breadcrumbs(origin, [['Questions', PATH]]),
    ],
  });
}

/** `/faq`: questions by topic, expandable without script. */
export function FaqPage({ site }: { site: SiteProps }) {
  return (
    <Layout site={site} mainClass="l-page public public--split" after={<StartChat site={site} look="bubble" />}>
      <div className="public__head">
        <h1>Ask us anything</h1>
        <p className="l-lead">
          Short answers. For step-by-step help, see <a href="/help">Help</a>; for what it costs, see{' '}
          <a href="/pricing">the prices</a>.
        </p>
      </div>
      <nav className="public__aside" aria-label="Topics">
        <List className="public__toc">
          {FAQ_TOPICS.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </List>
      </nav>
      <div className="public__prose">
        {FAQ_TOPICS.map(({ id, title, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Faq items={questions.map(withAnchor)} />
          </section>
        ))}
      </div>
    </Layout>
  );
}
