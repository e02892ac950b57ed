import type { Billing, Invoice } from '../../src/shared/contracts/invoices.ts';
import { money } from '../../src/shared/format.ts';
import type { PageHead } from '../layout/document.tsx';
import { Layout, type SiteProps } from '../layout/layout.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { Banner } from '../ui/notice.tsx';
import { AccountTabs } from './account-tabs.tsx';
import type { DateLook } from './settings-props.ts';

export interface InvoicesPageProps {
  site: SiteProps;
  /** Newest first. */
  invoices: readonly Invoice[];
  nextHref: string | null;
  billing: Billing;
  look: Pick<DateLook, 'timeZone' | 'locale'>;
  /** The form below was saved just now. */
  isSaved: boolean;
}

export function invoicesHead(): PageHead {
  return { title: 'Invoices: VidDay', indexed: false, sheet: 'billing' };
}

/** `/settings/invoices` */
export function InvoicesPage({ site, invoices, nextHref, billing, look, isSaved }: InvoicesPageProps) {
  return (
    <Layout site={site} current="account" mainClass="l-page billing">
      <h1>Invoices</h1>
      <AccountTabs current="invoices" />
      {isSaved && (
        <Banner tone="good" role="status">
          Saved. New invoices are made out like this.
        </Banner>
      )}
      {invoices.length === 0 ? (
        <Empty title="No invoices yet">When you pay for something, its invoice will be here.</Empty>
      ) : (
        <InvoiceTable invoices={invoices} look={look} />
      )}
      {nextHref && <a href={nextHref}>Older invoices</a>}
      {site.isImpersonated !== true && <MadeOutTo billing={billing} />}
    </Layout>
  );
}

function InvoiceTable({ invoices, look }: Pick<InvoicesPageProps, 'invoices' | 'look'>) {
  return (
    <table className="invoice-list">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Date</th>
          <th scope="col">State</th>
          <th scope="col" className="invoice-list__amount">
            Amount
          </th>
          <th scope="col">
            <span className="l-unseen">Download</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row" className="invoice-list__what">
              <span>{invoice.title}</span>
              <span className="l-fine">{invoice.number}</span>
            </th>
            <td className="invoice-list__date">
              <time dateTime={invoice.issuedAt}>{dayOf(invoice.issuedAt, look)}</time>
            </td>
            <td className="invoice-list__state">
              {invoice.status === 'refunded' ? (
                <Badge tone="info">Refunded</Badge>
              ) : (
                <Badge tone="good" icon="check">
                  Paid
                </Badge>
              )}
            </td>
            <td className="invoice-list__amount">
              {money(invoice.total, { currency: invoice.currency }).replace('-', '−')}
            </td>
            <td className="invoice-list__file">
              <ButtonLink
                kind="second"
                size="small"
                icon="download"
                href={invoice.pdfUrl}
                download=""
                aria-label={`PDF of ${invoice.number}`}
              >
                PDF
              </ButtonLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MadeOutTo({ billing }: { billing: Billing }) {
  const lines = [billing.name, ...billing.address.split('\n'), billing.taxId].filter(Boolean);
  return (
    <Card as="section" className="billing__buyer" aria-labelledby="buyer">
      <h2 id="buyer">Who they’re made out to</h2>
      <p>{lines.length > 0 ? lines.join(', ') : 'Only your email so far.'}</p>
      <details>
        <summary>Change</summary>
        <form className="l-stack" method="post" action="/settings/invoices">
          <Field
            id="buyer-name"
            name="name"
            label="Name"
            maxLength={120}
            defaultValue={billing.name}
            autoComplete="name"
          />
          <TextArea
            id="buyer-address"
            name="address"
            label="Address"
            hint="Optional. Line by line, as it should be printed."
            maxLength={300}
            defaultValue={billing.address}
            autoComplete="street-address"
          />
          <Field
            id="buyer-tax"
            name="taxId"
            label="VAT or tax number"
            hint="Optional, for businesses."
            maxLength={40}
            defaultValue={billing.taxId}
          />
          <Button type="submit" kind="second">
            Save
          </Button>
        </form>
      </details>
      <p className="l-fine">Changes show on new invoices. Titles never say who a film is for, in case someone peeks.</p>
    </Card>
  );
}

function dayOf(when: string, { timeZone, locale }: InvoicesPageProps['look']): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(when));
}
