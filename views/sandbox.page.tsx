import { date, money } from '../src/shared/format.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Empty } from './ui/empty.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export function sandboxHead(title: string): PageHead {
  return { title: `${title}: sandbox`, indexed: false, referrer: 'strict-origin', sheet: 'site', occasion: 'thankyou' };
}

export interface PayPageProps {
  site: SiteProps;
  id: string;
  name: string;
  /** Cents. */
  amount: number;
  status: 'open' | 'complete' | 'expired';
  /** `secure`: the bank asks who pays, as 3-D Secure does. `declined`: the last card was refused. */
  step: (typeof PAY_STEPS)[number];
  cancelUrl: string;
}

export const PAY_STEPS = ['card', 'secure', 'declined'] as const;

/** Stand-in for the payment page, in copies without keys. No card, no charge. */
export function PayPage({ site, id, name, amount, status, step, cancelUrl }: PayPageProps) {
  const isSecure = step === 'secure';
  return (
    <Layout site={site} mainClass="l-page message" isPaying>
      <Card stack>
        <Banner tone="warn" icon="info" title="This is the payment sandbox">
          This copy of VidDay has no payment provider keys. No card is needed and nothing is charged.
        </Banner>
        <h1>{money(amount)}</h1>
        <p>{name}</p>
        {step === 'declined' && status === 'open' && (
          <Banner tone="bad" role="alert" title="Your card has insufficient funds.">
            Nothing was charged. Try another card.
          </Banner>
        )}
        {status === 'complete' && <p>This is paid already.</p>}
        {status === 'expired' && <p>This page has timed out. Nothing was charged.</p>}
        {status === 'open' && (
          <form method="post" action={`/sandbox/pay/${id}`} className="l-stack">
            {isSecure && <p>Your bank asks whether it’s you who pays (3-D Secure).</p>}
            <div className="l-row">
              <Button type="submit" name="card" value="good" size="big">
                {isSecure ? 'Yes, it’s me' : `Pay ${money(amount)}`}
              </Button>
              <ButtonLink kind="quiet" href={cancelUrl}>
                Not now
              </ButtonLink>
            </div>
            <div className="l-row">
              {!isSecure && (
                <Button type="submit" name="card" value="secure" kind="second" size="small">
                  A card that asks my bank
                </Button>
              )}
              <Button type="submit" name="card" value="declined" kind="second" size="small">
                {isSecure ? 'No, refuse it' : 'A card that is declined'}
              </Button>
              {!isSecure && (
                <Button type="submit" name="card" value="late" kind="second" size="small">
                  Let the page time out
                </Button>
              )}
            </div>
          </form>
        )}
      </Card>
    </Layout>
  );
}

export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  receivedAt: string;
}

/** Mails that were not sent because no mail server is configured. */
export function OutboxPage({ site, mails }: { site: SiteProps; mails: readonly OutboxMail[] }) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>Outbox of the sandbox</h1>
      <Banner tone="warn" icon="info">
        No mail server is configured (SMTP_URL), so these mails went nowhere. This page is there in development only.
        All mails there are can be seen <a href="/sandbox/mails">with sample values</a>.
      </Banner>
      {mails.length === 0 && <Empty title="No mail yet">Deliver a film, and its mail shows up here.</Empty>}
      <List className="message__mail">
        {mails.map((mail) => (
          <Card as="li" stack key={mail.id}>
            <h2>{mail.subject}</h2>
            <p className="l-small">
              To {mail.to}, {date(mail.receivedAt, { style: 'day-time' })}
            </p>
            <MailText text={mail.text} />
          </Card>
        ))}
      </List>
    </Layout>
  );
}

/** Texts that were not sent because Twilio is not configured. */
export function TextsOutboxPage({ site, texts }: { site: SiteProps; texts: readonly Omit<OutboxMail, 'subject'>[] }) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>Texts of the sandbox</h1>
      <Banner tone="warn" icon="info">
        Twilio is not configured (TWILIO_ACCOUNT_SID), so these texts went nowhere. This page is there in development
        only.
      </Banner>
      {texts.length === 0 && <Empty title="No text yet">Text a guest, and it shows up here.</Empty>}
      <List className="message__mail">
        {texts.map(({ id, to, text, receivedAt }) => (
          <Card as="li" stack key={id}>
            <p className="l-small">
              To {to}, {date(receivedAt, { style: 'day-time' })}
            </p>
            <MailText text={text} />
          </Card>
        ))}
      </List>
    </Layout>
  );
}

const STEPS = [
  ['inProduction', 'Make it'],
  ['shipped', 'Post it'],
  ['delivered', 'Deliver it'],
  ['failed', 'Let it come back'],
] as const;

interface WorkshopPageProps {
  site: SiteProps;
  orders: readonly { id: string; maker: string; product: string; quantity: number; to: string; status: string }[];
}

/** What nobody makes, because no maker is configured. */
export function WorkshopPage({ site, orders }: WorkshopPageProps) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>Workshop of the sandbox</h1>
      <Banner tone="warn" icon="info">
        No makers are configured (LOB_API_KEY, ACUTRACK_URL, HEIRLOOM_URL), so nothing is made or posted. Here you can
        do what they would.
      </Banner>
      {orders.length === 0 && <Empty title="No order yet">Have a postcard posted, and it shows up here.</Empty>}
      <List className="message__mail">
        {orders.map(({ id, maker, product, quantity, to, status }) => (
          <Card as="li" stack key={id}>
            <h2>{`${quantity} × ${product}, by ${maker}`}</h2>
            <p className="l-small">{`To ${to}: ${status}`}</p>
            <form method="post" action={`/sandbox/workshop/${id}`} className="l-row">
              {STEPS.map(([step, label]) => (
                <Button key={step} type="submit" name="status" value={step} kind="second" size="small">
                  {label}
                </Button>
              ))}
            </form>
          </Card>
        ))}
      </List>
    </Layout>
  );
}

/** Text of a mail with clickable links. */
function MailText({ text }: { text: string }) {
  return (
    <div className="message__mail">
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className="l-lines">
          {paragraph.split(/(https?:\/\/\S+)/).map((part) =>
            part.startsWith('http') ? (
              <a key={part} href={part}>
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** A gift card of the sandbox, where a link leads that its partner would answer. */
export function CardPage({ site, name, amount }: { site: SiteProps; name: string; amount: number }) {
  return (
    <Layout site={site} mainClass="l-page l-stack">
      <h1>{name}</h1>
      <p className="l-lead">{money(amount)} in play money</p>
      <Banner tone="warn" icon="info">
        This copy has no gift card partner (TREMENDOUS_API_KEY), so no shop takes this card. With one, it could be spent
        here.
      </Banner>
    </Layout>
  );
}
