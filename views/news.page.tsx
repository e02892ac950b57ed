import type { NewsProps } from '../islands/news/news-props.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';

export interface NewsPageProps {
  site: SiteProps;
  list: NewsProps;
}

export function newsHead(): PageHead {
  return { title: 'News', indexed: false, sheet: 'news' };
}

/** `/notifications`: what happened, newest first. */
export function NewsPage({ site, list }: NewsPageProps) {
  return (
    <Layout site={site} current="news" mainClass="l-page news">
      <div className="news__head">
        <h1>News</h1>
        <p className="l-small">
          Reminders to your guests are with each VidDay. <a href="/settings/profile#mails">What we email you</a>
        </p>
      </div>
      <Island name="news" when="idle" props={list} />
    </Layout>
  );
}
