import { platform } from '../../platform/platform.ts';
import type { ParcelProduct } from '../../shared/contracts/orders.ts';
import { date, money } from '../../shared/format.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { ParcelStatus } from '../../shared/transitions.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { getUsers } from '../users/users.service.ts';
import { placeOf } from './made-things.service.ts';
import type { StoredParcel } from './parcel.model.ts';

/** What a buyer did needs no reason. */
export const CANCELLED_BY_BUYER = 'You cancelled it';

/** As a sentence names them. */
const NAMES: Readonly<Record<ParcelProduct, { one: string; more: string }>> = {
  dvd: { one: 'DVD', more: 'DVDs' },
  usb: { one: 'USB stick', more: 'USB sticks' },
  videobook: { one: 'video book', more: 'video books' },
  postcard: { one: 'postcard', more: 'postcards' },
};

type Told = (what: string, about: { product: ParcelProduct; isOne: boolean }) => string;

/** Being made is a step that nobody needs to read about. */
const TOLD: Partial<Record<ParcelStatus, Told>> = {
  submitted: (what, { product, isOne }) => `${what} ${isOne ? 'has' : 'have'} gone to the ${placeOf(product)}.`,
  shipped: (what, { isOne }) => `${what} ${isOne ? 'is' : 'are'} in the post.`,
  delivered: (what, { isOne }) => `${what} ${isOne ? 'has' : 'have'} arrived.`,
  failed: (what) => `${what} couldn’t be made or delivered.`,
  cancelled: (what, { isOne }) => `${what} ${isOne ? 'is' : 'are'} cancelled.`,
};

/** Its maker refused the address. */
function mendWords({ fixBy, amount }: StoredParcel, zone: string): (what: string) => string {
  const day = fixBy ? date(fixBy, { style: 'full', timeZone: zone }) : '';
  const otherwise = amount > 0 ? ` Otherwise ${money(amount)} goes back to you.` : '';
  return (what) => `${what} can’t go out: the post doesn’t know the address. Please mend it by ${day}.${otherwise}`;
}

/** Mails the buyer about a step, and tells the makers of the film. Idempotent. */
export async function mailStep(parcel: StoredParcel): Promise<void> {
  const { _id, eventId, userId, product, quantity, status, amount, events, trackingUrl, shipTo, fixBy, tries } = parcel;
  const event = await findEvent(String(eventId));
  if (!event) return;
  const words = fixBy ? mendWords(parcel, event.timeZone) : TOLD[status];
  if (!words) return;
  const isOne = quantity === 1;
  const what = isOne ? `The ${NAMES[product].one}` : `The ${quantity} ${NAMES[product].more}`;
  const isOver = status === 'failed' || status === 'cancelled';
  const reason = isOver ? events.at(-1)?.text : null;
  const why = reason && reason !== CANCELLED_BY_BUYER ? ` ${reason}.` : '';
  const back = isOver && amount > 0 ? ` ${money(amount)} is on its way back to you.` : '';
  const note = `${words(shipTo.name && !isOver ? `${what} for ${shipTo.name}` : what, { product, isOne })}${why}${back}`;
  const step = fixBy ? `address-${tries}` : status;
  const type = product === 'postcard' ? ('postcard' as const) : ('order' as const);
  await tellNews({ eventId: event.id, type, key: String(_id), stamp: step, facts: { note } });
  const [buyer] = await getUsers([String(userId)]);
  if (!buyer) return;
  const { config, queue } = platform();
  const page = product === 'postcard' ? 'postcards' : 'orders';
  const key = `parcel:${_id}:${step}`;
  const values = {
    title: titleOf(event),
    what: note,
    tracking: trackingUrl ?? '',
    url: `${config.appOrigin}/e/${event.uuid}/${page}`,
  };
  const mail = { key, to: buyer.email, template: 'parcel' as const, occasion: event.occasion, values };
  await queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
}
