import { OCCASION_TYPES, OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { sandboxHead } from './sandbox.page.tsx';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { Select } from './ui/select.tsx';

export interface MailPreviewsPageProps {
  site: SiteProps;
  mails: readonly { template: string; subject: string; preheader: string }[];
  /** Prefix of the URL of each mail. */
  path: string;
  /** Of mails about an event. */
  occasion: OccasionType;
  /** Links to each mail name the occasion. */
  isChosen: boolean;
}

export function mailPreviewsHead(): PageHead {
  return sandboxHead('Mails');
}

/** All mails of the product, for development. */
export function MailPreviewsPage({ site, mails, path, occasion, isChosen }: MailPreviewsPageProps) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>Every mail we send</h1>
      <Banner tone="warn" icon="info">
        With sample values, as mail programs get them. This page is there in development only. What was really sent is
        in the <a href="/sandbox/mail">outbox</a>.
      </Banner>
      <form method="get" action={path} className="l-row">
        <Select
          label="Occasion"
          name="occasion"
          defaultValue={occasion}
          options={OCCASION_TYPES.map((type) => ({ value: type, label: OCCASIONS[type].label }))}
        />
        <Button type="submit" kind="second">
          Show
        </Button>
      </form>
      <List className="l-stack">
        {mails.map(({ template, subject, preheader }) => (
          <Card as="li" stack key={template}>
            <h2>{subject}</h2>
            <p>{preheader}</p>
            <p className="l-small">
              {template}: <a href={`${path}/${template}.html${isChosen ? `?occasion=${occasion}` : ''}`}>as HTML</a>,{' '}
              <a href={`${path}/${template}.txt`}>as text</a>
            </p>
          </Card>
        ))}
      </List>
    </Layout>
  );
}
