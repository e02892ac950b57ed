import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { CheckoutView } from '../../shared/contracts/checkout-view.ts';
import { decidingPart, type Packages, packageFor } from '../../shared/pricing.ts';
import { promoIdleWords, promoRefusedWords } from '../../shared/promo.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { amountDue, filmNow } from '../films/publish-film.service.ts';
import { latestRender } from '../films/renders.service.ts';
import { ownCart, showCart } from './carts.ts';
import { openCartCheckout } from './checkout.service.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { type PricedCart, priceNow } from './price-cart.ts';
import { addOnProducts } from './products.ts';

/** A cart of this user with what its pages show. NOT_FOUND for others. */
export async function viewCheckout(cartId: string, userId: string): Promise<CheckoutView> {
  const own = await ownCart(cartId, userId);
  const { cart: stored, event } = own;
  const [cart, film, priced, payment, due, render] = await Promise.all([
    showCart(own),
    filmNow(event),
    priceNow(stored, event),
    PaymentModel.findOne({ cartId: stored._id }).sort({ createdAt: -1 }).lean<StoredPayment>(),
    dueOf(event),
    latestRender(event.id),
  ]);
  const { facts, offers } = platform().config;
  const { isMember, length, needs } = priced;
  return {
    cart,
    event: {
      id: event.id,
      uuid: event.uuid,
      title: titleOf(event),
      occasion: event.occasion,
      recipients: event.recipients.map(({ firstName }) => firstName),
    },
    film: { length: film.length, clips: film.clips, ownPart: decidingPart(facts.packages, { length, needs }) },
    packageId: packageFor(facts.packages, { length, packageId: stored.packageId, needs }).id,
    addons: addOnProducts({ offers, canBeLarge: film.canBeLarge, country: stored.country }),
    isMember,
    codeProblem: problemOf(priced, facts.packages),
    payment: payment && {
      status: payment.status,
      decline: payment.decline
        ? { reason: payment.decline.reason, cardLast4: payment.decline.cardLast4 ?? null }
        : null,
      cardLast4: payment.cardLast4 ?? null,
      paidAt: payment.paidAt?.toISOString() ?? null,
    },
    due,
    render,
  };
}

async function dueOf(event: EventRecord): Promise<number | null> {
  try {
    return await amountDue(event);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function problemOf({ offer, price, length, needs }: PricedCart, packages: Packages): string | null {
  if (!offer) return null;
  if (!offer.valid) return promoRefusedWords(offer.reason);
  if (price.discount > 0) return null;
  const fitting = packageFor(packages, { length, packageId: null, needs });
  const good = packages.filter(({ id }) => offer.packages.includes(id));
  const large = good.filter(({ covers }) => covers >= fitting.covers);
  const { due } = price.film;
  if (due > 0 && good.length === 0) return promoRefusedWords('notOnThisFilm');
  return promoIdleWords({
    due,
    names: (large.length > 0 ? large : good).map(({ name }) => name),
    fits: large.length > 0,
    fitting: fitting.name,
  });
}

/** The page where a cart is paid: its address, or null when the provider does not answer. */
export async function payPageOf(cartId: string, userId: string): Promise<string | null> {
  try {
    return (await openCartCheckout(await ownCart(cartId, userId))).url;
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_DOWN') return null;
    throw error;
  }
}
