import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { CURRENCY } from '../../shared/pricing.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { type BoughtThings, boughtThings, buyThings } from '../checkout/things-cart.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { currentFilmDue } from '../films/film-versions.service.ts';
import type { SettledOrder } from '../orders/domain-events.ts';
import { isMade, isPostedTo } from '../parcels/made-things.service.ts';
import { freeCard, isPosted, postCard } from '../parcels/post-cards.service.ts';
import { tellMakersOfCard } from './follow-parcel.ts';
import { asDrawn } from './front-pictures.ts';
import { addressOf, priceOf, problemsOf } from './postcard.dto.ts';
import { PostcardModel, type StoredPostcard } from './postcard.model.ts';
import { notADraft, type SeenPostcard } from './postcard-rules.ts';

const OPTION = 'card';
/** Posting a card takes less, in milliseconds. */
const LOST = 120_000;
const BATCH = 100;

/**
 * Has a draft printed and posted. Takes a card that was paid before, or opens a payment page. WRONG_STATE for others than
 * drafts and without a film, FIELDS_REFUSED with what the card lacks, PAYMENT_REQUIRED before the film is paid.
 */
export async function checkoutPostcard({ card, event }: SeenPostcard, user: ViewerUser) {
  requireChangeable(event);
  if (card.status !== 'draft') throw notADraft();
  if (!isMade('postcard')) {
    throw new AppError('WRONG_STATE', {
      message: 'We don’t post cards at the moment. You can print this one at home.',
    });
  }
  await requireWhole(card, event);
  const { country } = addressOf(card) ?? { country: '' };
  if (!isPostedTo(country)) {
    throw new AppError('WRONG_STATE', {
      message: 'We only post cards within the US at the moment. You can print this one at home.',
    });
  }
  await requireFilm(event);
  const id = String(card._id);
  const backTo = `/e/${event.uuid}/postcards/${id}`;
  const free = await freeCard(event.id, user.id, priceOf(card));
  if (free && (await payCard(card, free))) return { id: `cart:${free.cartId}`, url: `${backTo}?paid=1` };
  if (!(await PostcardModel.exists({ _id: card._id, status: 'draft' }))) throw notADraft();
  const addons = [{ id: 'postcard' as const, quantity: 1, options: { [OPTION]: id } }];
  return buyThings({ event, user, key: `card:${id}`, addons, country, backTo });
}

async function requireWhole(card: StoredPostcard, event: EventRecord): Promise<void> {
  const problems = await problemsAt(event, card);
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  throw new AppError('FIELDS_REFUSED', { message: `This card isn’t finished. ${first.message}`, fields });
}

async function problemsAt(event: EventRecord, card: StoredPostcard) {
  const [drawn = card] = await asDrawn(event, [card]);
  return problemsOf(drawn);
}

/** The code on the card opens the film. */
async function requireFilm(event: EventRecord): Promise<void> {
  if (!event.currentFilmId) {
    throw new AppError('WRONG_STATE', { message: 'The code on the card opens the film. Publish the film first.' });
  }
  const amount = await currentFilmDue(event);
  if (amount === 0) return;
  throw new AppError('PAYMENT_REQUIRED', {
    message: 'The code on the card opens the film. Pay for the film in the studio first.',
    details: { amount, currency: CURRENCY },
  });
}

/** Posts the card that a cart was for. A card that lacks something by then stays a draft, and paid for. Idempotent. */
export async function postSettledCards({ order }: SettledOrder): Promise<void> {
  const bought = order.cartId === null ? null : await boughtThings(order.cartId);
  for (const { options } of bought?.addons ?? []) {
    const id = options[OPTION];
    const card = id && Types.ObjectId.isValid(id) ? await PostcardModel.findById(id).lean<StoredPostcard>() : null;
    if (bought && card && String(card.eventId) === order.eventId) await payCard(card, bought);
  }
}

/** False where the card or the paid one is not there any more. */
async function payCard(card: StoredPostcard, bought: BoughtThings): Promise<boolean> {
  const event = await findEvent(String(card.eventId));
  const shipTo = addressOf(card);
  if (!event?.currentFilmId || !shipTo || (await problemsAt(event, card)).length > 0) return false;
  const claim = { status: 'paid' as const, postingAt: new Date() };
  const paid = await PostcardModel.updateOne({ _id: card._id, status: 'draft' }, { $set: claim });
  // An interrupted payment may have got this far.
  if (paid.modifiedCount === 0 && !card.postingAt) return false;
  const parcel = await postCard(bought, {
    postcardId: String(card._id),
    shipTo,
    filmId: event.currentFilmId,
    sendAt: card.sendAt ?? null,
    least: priceOf(card),
  });
  await settleCard(card, parcel);
  return parcel;
}

async function settleCard({ _id, eventId }: StoredPostcard, isPosted: boolean): Promise<void> {
  const status = isPosted ? ('paid' as const) : ('draft' as const);
  await PostcardModel.updateOne({ _id, status: 'paid' }, { $set: { status }, $unset: { postingAt: true } });
  tellMakersOfCard({ id: String(_id), eventId: String(eventId), status, trackingUrl: null });
}

/** Recovers from crashes: a card that was claimed has its parcel, or is a draft again. */
export async function rescueCards(now = Date.now()): Promise<void> {
  const left = await PostcardModel.find({ postingAt: { $gt: new Date(0), $lte: new Date(now - LOST) } })
    .limit(BATCH)
    .lean<StoredPostcard[]>();
  for (const card of left) await settleCard(card, await isPosted(String(card._id)));
}
