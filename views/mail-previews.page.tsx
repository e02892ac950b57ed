import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { sandboxHead } from './sandbox.page.tsx';
import { Card } from './ui/card.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export interface MailPreviewsPageProps {
  site: SiteProps;
  mails: readonly { template: string; subject: string; preheader: string }[];
  /** Prefix of the URL of each mail. */
  path: string;
}

export function mailPreviewsHead(): PageHead {
  return sandboxHead('Mails');
}

/** All mails of the product, for development. */
export function MailPreviewsPage({ site, mails, path }: MailPreviewsPageProps) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>Every mail we send</h1>
      <Banner tone="warn" icon="info">
        With sample values, as mail programs get them. This page is there in development only. What was really sent is
        in the <a href="/sandbox/mail">outbox</a>.
      </Banner>
      <List className="l-stack">
        {mails.map(({ template, subject, preheader }) => (
          <Card as="li" stack key={template}>
            <h2>{subject}</h2>
            <p>{preheader}</p>
            <p className="l-small">
              {template}: <a href={`${path}/${template}.html`}>as HTML</a>,{' '}
              <a href={`${path}/${template}.txt`}>as text</a>
            </p>
          </Card>
        ))}
      </List>
    </Layout>
  );
}
