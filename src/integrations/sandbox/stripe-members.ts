import { createHash } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type Stripe from 'stripe';
import { answerPage, keyOf, metadataOf, type Notify, refuse, refuseMissing } from './stripe-answers.ts';
import { toInvoice, toInvoicePayment, toMemberSession, toSubscription } from './stripe-member-answers.ts';
import { changeMember, MemberModel, newId, nowInSeconds, partsOf, type StoredMember } from './stripe-member-store.ts';
import { mountPlanSwitch } from './stripe-plan-switch.ts';

type ById = Request<{ id: string }>;

/** Subscriptions, as far as we use them: sessions in that mode, and what comes of them. Mount it before other sessions. */
export function mountMembers(app: Express, appOrigin: string, notify: Notify): void {
  app.post('/v1/checkout/sessions', (req, res, next) => {
    if (req.body?.mode !== 'subscription') return next();
    return openSession(req, res, appOrigin);
  });
  app.get('/v1/checkout/sessions/:id', async (req: ById, res, next) => {
    const member = await MemberModel.findById(req.params.id).lean<StoredMember>();
    if (!member) return next();
    res.json(toMemberSession(member, appOrigin));
  });
  app.post('/v1/checkout/sessions/:id/expire', async (req: ById, res, next) => {
    const _id = req.params.id;
    if (!(await MemberModel.exists({ _id }))) return next();
    const expired = await changeMember(_id, { session: 'open' }, { session: 'expired' });
    if (expired) return void res.json(toMemberSession(expired, appOrigin));
    refuse(res, 400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
  });
  app.get('/v1/subscriptions/:id', async (req: ById, res) => {
    const member = await MemberModel.findOne({ subscription: req.params.id }).lean<StoredMember>();
    if (!member) return refuseMissing(res, 'subscription', req.params.id);
    const expand = Array.isArray(req.query.expand) ? req.query.expand.map(String) : [];
    res.json(toSubscription(member, expand));
  });
  mountPlanSwitch(app, notify);
  app.post('/v1/subscriptions/:id', async (req: ById, res) => {
    const { cancel_at_period_end: ending } = req.body ?? {};
    const known = await MemberModel.findOne({ subscription: req.params.id }).lean<StoredMember>();
    if (!known) return refuseMissing(res, 'subscription', req.params.id);
    const changed =
      ending !== undefined &&
      (await changeMember(known._id, { statuses: ['active', 'past_due'] }, { isEnding: ending === 'true' }));
    if (!changed) return refuse(res, 400, { message: 'A canceled subscription can only update its metadata.' });
    res.json(toSubscription(changed));
    notify('customer.subscription.updated', toSubscription(changed));
  });
  app.delete('/v1/subscriptions/:id', async (req: ById, res) => {
    const known = await MemberModel.findOne({ subscription: req.params.id }).lean<StoredMember>();
    const ended =
      known &&
      (await changeMember(
        known._id,
        { statuses: ['active', 'past_due'] },
        { status: 'canceled', endedAt: nowInSeconds() },
      ));
    if (!ended) return refuseMissing(res, 'subscription', req.params.id);
    res.json(toSubscription(ended));
    notify('customer.subscription.deleted', toSubscription(ended));
  });
  app.get('/v1/invoices/:id', async (req: ById, res) => {
    const { subscription, number } = partsOf(req.params.id);
    const member = await MemberModel.findOne({ subscription, invoices: number }).lean<StoredMember>();
    if (!member) return refuseMissing(res, 'invoice', req.params.id);
    res.json(toInvoice(member));
  });
  app.get('/v1/invoice_payments', async (req, res) => {
    const { payment, invoice } = req.query;
    const intent = typeof payment === 'object' && !Array.isArray(payment) ? String(payment.payment_intent) : '';
    const { subscription, number } = partsOf(typeof invoice === 'string' ? invoice : intent);
    const member = await MemberModel.findOne({ subscription, invoices: { $gte: number } }).lean<StoredMember>();
    answerPage(res, req, member ? [toInvoicePayment(member, number)] : []);
  });
  app.post('/v1/billing_portal/sessions', async (req, res) => {
    const { customer, return_url: returnUrl } = req.body ?? {};
    const member = await MemberModel.findOne({ customer: String(customer) }).lean<StoredMember>();
    if (!member) return refuseMissing(res, 'customer', String(customer), 400);
    const created = Math.floor(Date.now() / 1000);
    const url = `${appOrigin}/sandbox/portal/${member._id}`;
    const opened: Stripe.BillingPortal.Session = {
      id: newId('bps_'),
      object: 'billing_portal.session',
      configuration: 'bpc_sandbox',
      created,
      customer: member.customer,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: typeof returnUrl === 'string' ? returnUrl : null,
      url,
    };
    res.json(opened);
  });
}

async function openSession(req: Request, res: Response, appOrigin: string): Promise<void> {
  const key = keyOf(req) ?? newId('none_');
  const content = createHash('sha256').update(JSON.stringify(req.body)).digest('hex');
  const known = await MemberModel.findOne({ key }).lean<StoredMember>();
  if (known && known.content !== content) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return refuse(res, 400, { type: 'idempotency_error', message });
  }
  // The first answer is given again, whatever became of the session since.
  if (known) return void res.json(toMemberSession({ ...known, session: 'open' }, appOrigin));
  const {
    line_items: items,
    customer,
    success_url: successUrl,
    cancel_url: cancelUrl,
    subscription_data: data,
  } = req.body;
  const price = items?.[0]?.price_data;
  const interval = price?.recurring?.interval;
  if (interval !== 'month' && interval !== 'year') {
    const message = 'You must provide at least one recurring price in `subscription` mode when using prices.';
    return refuse(res, 400, { param: 'line_items', message });
  }
  const created = await MemberModel.create({
    _id: newId('cs_test_').padEnd(56, '0'),
    key,
    content,
    name: String(price.product_data?.name ?? ''),
    amount: Number(price.unit_amount),
    currency: String(price.currency),
    interval,
    metadata: metadataOf(data?.metadata),
    successUrl: String(successUrl),
    cancelUrl: String(cancelUrl),
    customer: typeof customer === 'string' ? customer : newId('cus_'),
    subscription: newId('sub_'),
  });
  res.json(toMemberSession(created.toObject({ flattenMaps: true }), appOrigin));
}
