import type { Express, Request, Response } from 'express';
import { keyOf, type Notify, refuse, refuseMissing } from './stripe-answers.ts';
import { toInvoice, toSubscription } from './stripe-member-answers.ts';
import {
  BAD_CARD,
  changeMember,
  MemberModel,
  nowInSeconds,
  periodAfter,
  type StoredMember,
  sumsOf,
} from './stripe-member-store.ts';

type ById = Request<{ id: string }>;

/** Another price for a subscription in the middle of its period, prorated by the second and invoiced at once. */
export function mountPlanSwitch(app: Express, notify: Notify): void {
  app.post('/v1/invoices/create_preview', async (req, res) => {
    const { subscription, subscription_details: details } = req.body ?? {};
    const member = await MemberModel.findOne({ subscription: String(subscription) }).lean<StoredMember>();
    if (!member) return refuseMissing(res, 'subscription', String(subscription));
    const switched = switchedBy(member, details, res);
    if (switched)
      res.json({ ...toInvoice({ ...member, ...switched }), id: `upcoming_${member.subscription}`, status: 'draft' });
  });
  app.post('/v1/subscriptions/:id', async (req: ById, res, next) => {
    if (req.body?.items === undefined) return next();
    const member = await MemberModel.findOne({ subscription: req.params.id }).lean<StoredMember>();
    if (!member) return refuseMissing(res, 'subscription', req.params.id);
    const changeKey = keyOf(req);
    if (changeKey !== null && member.changeKey === changeKey) return void res.json(toSubscription(member));
    const switched = switchedBy(member, req.body, res);
    if (!switched) return;
    if (member.cardLast4 === BAD_CARD && sumsOf({ ...member, ...switched }).due > 0) {
      return refuse(res, 402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });
    }
    const changed = await changeMember(member._id, { statuses: ['active'] }, { ...switched, changeKey });
    if (!changed) return refuse(res, 400, { message: 'This subscription cannot be updated.' });
    res.json(toSubscription(changed));
    notify('customer.subscription.updated', toSubscription(changed));
    notify('invoice.paid', toInvoice(changed));
  });
}

/** What a member is after a switch; null where it was refused. */
function switchedBy(
  member: StoredMember,
  sent: unknown,
  res: Response,
): (Partial<StoredMember> & Parameters<typeof sumsOf>[0]) | null {
  const { items, proration_date: date } = isRecord(sent) ? sent : {};
  const item = Array.isArray(items) ? items[0] : null;
  const price = isRecord(item) && item.id === `si_${member.subscription.slice(4)}` ? item.price_data : null;
  const { recurring, unit_amount: amount } = isRecord(price) ? price : {};
  const interval = isRecord(recurring) ? recurring.interval : null;
  if ((interval !== 'month' && interval !== 'year') || !Number.isInteger(Number(amount))) {
    refuse(res, 400, { param: 'items', message: 'Received an invalid subscription item.' });
    return null;
  }
  const at = date === undefined ? nowInSeconds() : Number(date);
  const { periodStart, periodEnd } = member;
  if (!(at >= periodStart && at <= periodEnd)) {
    const message = 'The proration date must be within the current billing period.';
    refuse(res, 400, { param: 'proration_date', message });
    return null;
  }
  return {
    interval,
    amount: Number(amount),
    unused: Math.round((member.amount * (periodEnd - at)) / (periodEnd - periodStart)),
    unusedOf: member.invoices,
    balance: sumsOf(member).credit,
    periodStart: at,
    periodEnd: periodAfter(at, interval),
    invoices: member.invoices + 1,
    reason: 'subscription_update',
    isPaid: true,
    attempts: 1,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
