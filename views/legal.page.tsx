import { date } from '../src/shared/format.ts';
import { Island } from './base/island.tsx';
import { breadcrumbs } from './base/structured.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { publicHead } from './public-head.ts';
import type { LegalText } from './reading/legal.ts';
import { Icon } from './ui/icon.tsx';
import { List } from './ui/list.tsx';

export function legalHead(origin: string, { path, title, heading, description }: LegalText) {
  return publicHead({
    origin,
    path,
    title,
    description,
    sheet: 'public',
    occasion: 'thankyou',
    structured: () => [breadcrumbs(origin, [[heading, path]])],
  });
}

/** `/privacy` and `/terms`: a summary, then the details. */
export function LegalPage({ site, text }: { site: SiteProps; text: LegalText }) {
  return (
    <Layout site={site} mainClass="l-page public public--split">
      <div className="public__head">
        <h1>{text.heading}</h1>
        <p className="l-lead">{text.lead}</p>
        <p className="l-small">
          Last changed on <time dateTime={text.updated}>{date(text.updated, { style: 'full' })}</time>
        </p>
      </div>
      <nav className="public__aside" aria-label="On this page">
        <List className="public__toc">
          {text.chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </List>
      </nav>
      <div className="public__prose">
        <section className="public__short" aria-labelledby="short">
          <h2 id="short">In short</h2>
          <List>
            {text.short.map((each) => (
              <li key={each}>
                <Icon name="check" />
                <span>{each}</span>
              </li>
            ))}
          </List>
        </section>
        {text.chapters.map(({ id, title, paragraphs, items, link, choice }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {paragraphs?.map((each) => (
              <p key={each}>{each}</p>
            ))}
            {items && (
              <ul>
                {items.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
            {link && (
              <p>
                <a href={link.href}>{link.label}</a>
              </p>
            )}
            {choice && site.analytics !== undefined && site.analytics !== 'off' && <Island name={choice} props={{}} />}
          </section>
        ))}
      </div>
    </Layout>
  );
}
