import type { Connection } from 'mongoose';
import { giftCardSandbox, stripeSandbox, treeSandbox } from '../../src/integrations/sandboxes.ts';
import { contributeToPool, contributeTrees } from '../../src/shared/contracts/contributions.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { finishedFilm } from './finished-film.ts';
import { ledgerOf } from './ledger.ts';
import type { Visitor } from './user.ts';

/** The sandboxes of this process. */
export function sandboxes() {
  const [stripe, cards, trees] = [stripeSandbox(), giftCardSandbox(), treeSandbox()];
  if (!stripe || !cards || !trees) throw new Error('A sandbox is not there');
  return { stripe, cards, trees };
}

export interface Gave {
  name?: string;
  email?: string;
  message?: string;
  anonymous?: boolean;
}

/** Puts money in a pool and pays. Answers the payment's id. */
export async function chipIn(visitor: Visitor, event: Pick<Event, 'uuid'>, amount: number, gave: Gave = {}) {
  const { name = 'Jonas', email, ...more } = gave;
  const contributor = { name, ...(email && { email }) };
  const opened = await visitor.call(contributeToPool, { body: { event: event.uuid, amount, contributor, ...more } });
  const paymentId = paymentOf(opened.checkoutUrl);
  await sandboxes().stripe.pay(paymentId);
  return { ...opened, paymentId };
}

/** The same for trees. */
export async function plantTrees(visitor: Visitor, event: Pick<Event, 'uuid'>, quantity: number, name = 'Jonas') {
  const opened = await visitor.call(contributeTrees, { body: { event: event.uuid, quantity, contributor: { name } } });
  const paymentId = paymentOf(opened.checkoutUrl);
  await sandboxes().stripe.pay(paymentId);
  return { ...opened, paymentId };
}

export function paymentOf(checkoutUrl: string): string {
  return new URL(checkoutUrl).pathname.split('/').pop() ?? '';
}

/** A gift that was given and unwrapped. */
export async function unwrapped(connection: Connection, event: Pick<Event, 'id'>): Promise<void> {
  await finishedFilm(connection, event);
  const now = new Date();
  const { ObjectId } = connection.base.mongo;
  await connection
    .collection('events')
    .updateOne({ _id: new ObjectId(event.id) }, { $set: { status: 'delivered', deliveredAt: now, openedAt: now } });
}

/** Sums of an event's ledger, of the accounts that money stayed on; see `ledgerOf`. */
export async function ledgerOfEvent(connection: Connection, event: Pick<Event, 'id'>): Promise<Record<string, number>> {
  const { ObjectId } = connection.base.mongo;
  const sums = await ledgerOf(connection, { eventId: new ObjectId(event.id) });
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
