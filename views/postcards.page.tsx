import type { Event } from '../src/shared/contracts/events.ts';
import type { Order } from '../src/shared/contracts/orders.ts';
import type { Postcard } from '../src/shared/contracts/postcards.ts';
import { count, date, possessive } from '../src/shared/format.ts';
import { POSTCARD } from '../src/shared/limits.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island, type IslandProps } from './base/island.tsx';
import { PAYMENT_PAGES, type PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { MendAddress } from './orders/mend-address.tsx';
import { AddressNeeded } from './orders/order-badge.tsx';
import { OrderSteps, TrackingLink } from './orders/order-steps.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { IconLink } from './ui/icon-link.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import type { SelectOption } from './ui/select.tsx';

export function postcardsHead({ occasion, title }: Pick<Event, 'occasion' | 'title'>): PageHead {
  return {
    title: `${title}: postcards`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'postcards',
    occasion,
    formOrigins: PAYMENT_PAGES,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

export interface PostcardsPageProps {
  site: SiteProps;
  event: Pick<Event, 'id' | 'uuid' | 'timeZone'>;
  /** Names of the recipients. */
  names: string;
  cards: readonly Postcard[];
  /** Paid for and not sent. */
  paid: readonly { left: number }[];
  /** We print and post cards. */
  canPost: boolean;
  /** What a form said; null for none. */
  note: string | null;
}

/** The postcards of an event, with forms that need no script. */
export function PostcardsPage({ site, event, names, cards, paid, note, canPost }: PostcardsPageProps) {
  const here = `/e/${event.uuid}/postcards`;
  const left = paid.reduce((sum, each) => sum + each.left, 0);
  const start = (
    <form method="post" action={here}>
      <input type="hidden" name="eventId" value={event.id} />
      <Button type="submit" icon="plus">
        Write a postcard
      </Button>
    </form>
  );
  return (
    <Layout site={site} announces="account" mainClass="l-page postcards">
      <header className="postcards__head">
        <IconLink href={`/e/${event.uuid}`} icon="arrow-left" label="Back to the studio" />
        <div>
          <h1>Postcards</h1>
          <p className="l-small">On paper, with a code that opens {possessive(names)} film.</p>
        </div>
      </header>
      {note && <Banner tone="info" role="status" title={note} />}
      {left > 0 && (
        <Banner tone="good" title={left === 1 ? 'One postcard is paid for' : `${left} postcards are paid for`}>
          Write {left === 1 ? 'it' : 'them'}, and we print and post {left === 1 ? 'it' : 'them'}. Some countries cost
          more: you’ll see it before you pay.
        </Banner>
      )}
      {cards.length === 0 ? (
        <Empty title="No postcard yet" action={start}>
          {canPost
            ? 'Choose a picture and write a few words. We print and post it, or you print it at home.'
            : 'Choose a picture, write a few words, and print it at home.'}
        </Empty>
      ) : (
        <>
          <List className="postcards__list">
            {cards.map((card) => (
              <li key={card.id}>
                <Line card={card} here={here} timeZone={event.timeZone} />
              </li>
            ))}
          </List>
          {cards.length < POSTCARD.perEvent ? start : <p>{count(cards.length, 'postcard')}: no more fit here.</p>}
        </>
      )}
    </Layout>
  );
}

const STATES = {
  draft: { words: 'Draft', tone: undefined },
  paid: { words: 'Paid', tone: 'info' },
  sent: { words: 'At the printer', tone: 'info' },
  printing: { words: 'Being printed', tone: 'info' },
  mailed: { words: 'In the post', tone: 'info' },
  delivered: { words: 'Delivered', tone: 'good' },
  failed: { words: 'Not sent', tone: 'bad' },
} as const;

/** How a card stands, in the same words wherever it is shown. */
function CardBadge({ status, fixBy }: Pick<Postcard, 'status' | 'fixBy'>) {
  const { words, tone } = STATES[status];
  return fixBy ? <AddressNeeded /> : <Badge tone={tone}>{words}</Badge>;
}

function Line({ card, here, timeZone }: { card: Postcard; here: string; timeZone: string }) {
  const { id, previewUrl, pdfUrl, to, status, sendAt, fixBy } = card;
  const name = to?.name || 'Nobody yet';
  const isAhead = fixBy === null && (status === 'draft' || status === 'paid');
  return (
    <article className="postcards__card">
      <a href={`${here}/${id}`} className="postcards__link">
        <img src={previewUrl} width={1000} height={680} alt="" loading="lazy" />
        <span className="postcards__name">{to?.name ? `To ${name}` : 'No name yet'}</span>
      </a>
      <p className="postcards__facts l-small">
        <CardBadge status={status} fixBy={fixBy} />
        {sendAt && isAhead && <span>{`To post on ${date(sendAt, { timeZone })}`}</span>}
      </p>
      <div className="l-row">
        <a href={pdfUrl}>Print at home</a>
        {status === 'draft' && (
          <form method="post" action={`${here}/${id}/delete`} className="l-push">
            <Button type="submit" kind="quiet" size="small" icon="trash" aria-label={`Delete the card to ${name}`}>
              Delete
            </Button>
          </form>
        )}
      </div>
    </article>
  );
}

/** Writing one card; also a form without script. */
export function PostcardPage({ site, editor }: { site: SiteProps; editor: IslandProps<'postcard-editor'> }) {
  return (
    <Layout site={site} announces="account" hasBar mainClass="l-page" stays="as-signed-in">
      <Island name="postcard-editor" when="load" props={editor} />
    </Layout>
  );
}

export interface PostedCardPageProps {
  site: SiteProps;
  event: Pick<Event, 'uuid' | 'timeZone'>;
  card: Postcard;
  /** Null for somebody who did not pay for it. */
  order: Order | null;
  countries: readonly SelectOption[];
  /** Nothing is really printed: this copy has no keys of the printer. */
  isPretended: boolean;
  /** The payment that has yet to arrive and post the card; null for none. */
  awaited: string | null;
}

/** A card that is paid, or whose payment is on its way: both sides, and where it is. Follows what happens to it. */
export function PostedCardPage({ site, event, card, order, countries, isPretended, awaited }: PostedCardPageProps) {
  const here = `/e/${event.uuid}/postcards`;
  const name = card.to?.name ?? '';
  return (
    <Layout site={site} announces="account" mainClass="l-page postcards">
      {site.user && <Island name="live-part" when="idle" props={{ event: event.uuid, part: 'card' }} />}
      <div id="card" className="postcards__posted">
        <header className="postcards__head">
          <IconLink href={here} icon="arrow-left" label="Postcards" />
          <div>
            <h1>{name ? `A postcard to ${name}` : 'A postcard'}</h1>
            {awaited === null && <CardBadge status={card.status} fixBy={card.fixBy} />}
          </div>
        </header>
        {awaited !== null && (
          <Banner tone="info" role="status" title="Your payment is on its way">
            This takes a few seconds. <a href={`${here}/${card.id}?session_id=${awaited}`}>Look again</a>
          </Banner>
        )}
        {isPretended && (
          <Banner tone="warn" icon="info" title="This is a sandbox">
            This copy of VidDay has no keys of a printer, so nothing is printed or posted.
          </Banner>
        )}
        {card.fixBy && !order && (
          <Banner tone="warn" title="The post can’t find its address">
            {`The person who paid for it can mend it until ${date(card.fixBy, { timeZone: event.timeZone })}, and it goes out again.`}
          </Banner>
        )}
        <div className="postcards__sides">
          <img src={card.previewUrl} width={1000} height={680} alt="The front" />
          <img src={card.backUrl} width={1000} height={680} alt="The back, with the message and the code" />
        </div>
        {order && (
          <section className="postcards__steps" aria-labelledby="steps">
            <h2 id="steps">Where it is</h2>
            <OrderSteps order={order} timeZone={event.timeZone} />
            <MendAddress
              order={order}
              orders={`/e/${event.uuid}/orders`}
              countries={countries}
              timeZone={event.timeZone}
              refused={null}
            />
            <div className="l-row">
              <TrackingLink url={order.trackingUrl} />
              {order.canCancel && (
                <form method="post" action={`/e/${event.uuid}/orders/${order.id}/cancel`}>
                  <Button type="submit" kind="second">
                    Cancel and refund
                  </Button>
                </form>
              )}
              <a href={card.pdfUrl}>Print at home</a>
            </div>
          </section>
        )}
      </div>
    </Layout>
  );
}
