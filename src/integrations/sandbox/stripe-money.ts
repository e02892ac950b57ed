import { randomBytes } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import { isDuplicateKey } from '../../platform/errors.ts';
import { answerPage, createdSince, keyOf, metadataOf, type Notify, refuse, refuseMissing } from './stripe-answers.ts';
import { MemberModel, partsOf, type StoredMember, sumsOf } from './stripe-member-store.ts';
import { toCharge, toDispute, toRefund } from './stripe-payments.ts';
import { DisputeModel, RefundModel, SessionModel } from './stripe-store.ts';

type ById = Request<{ id: string }>;

/** Refunds, as far as we use them. */
export function mountRefunds(app: Express, notify: Notify): void {
  app.post('/v1/refunds', (req, res) => createRefund(req, res, notify));
  app.get('/v1/refunds', async (req, res) => {
    const paymentIntent = intentOf(req.query);
    const found = await RefundModel.find(paymentIntent ? { paymentIntent } : createdSince(req.query))
      .sort({ createdAt: -1 })
      .lean();
    answerPage(res, req, found.map(toRefund));
  });
  app.get('/v1/refunds/:id', async (req: ById, res) => {
    const refund = await RefundModel.findById(req.params.id).lean();
    if (refund) return void res.json(toRefund(refund));
    refuseMissing(res, 'refund', req.params.id);
  });
}

/** Disputes: closing one loses it, and evidence decides it by the words that the vendor's test mode knows. */
export function mountDisputes(app: Express, notify: Notify): void {
  app.get('/v1/disputes', async (req, res) => {
    const { payment_intent: paymentIntent } = req.query;
    const filter = typeof paymentIntent === 'string' ? { paymentIntent } : createdSince(req.query);
    const found = await DisputeModel.find(filter).sort({ createdAt: -1 }).lean();
    answerPage(res, req, found.map(toDispute));
  });
  app.get('/v1/disputes/:id', async (req: ById, res) => {
    const dispute = await DisputeModel.findById(req.params.id).lean();
    if (dispute) return void res.json(toDispute(dispute));
    refuseMissing(res, 'dispute', req.params.id);
  });
  app.post('/v1/disputes/:id/close', (req: ById, res) => decide(req, res, 'lost', notify));
  app.post('/v1/disputes/:id', (req: ById, res) => {
    const isWinning = req.body?.evidence?.uncategorized_text === 'winning_evidence';
    return decide(req, res, isWinning ? 'won' : 'lost', notify);
  });
}

/** What a refund of a bank does that was not taken in the end. */
export async function failRefund(id: string, notify: Notify): Promise<void> {
  const failed = await RefundModel.findOneAndUpdate(
    { _id: id, status: 'succeeded' },
    { $set: { status: 'failed' } },
    { returnDocument: 'after' },
  ).lean();
  if (!failed) return;
  await SessionModel.updateOne({ paymentIntent: failed.paymentIntent }, { $inc: { refunded: -failed.amount } });
  notify('refund.failed', toRefund(failed));
}

/**
 * What a person does who asks their bank for the money of a session, or of the latest payment of a membership by its payment
 * intent. Answers the dispute's id.
 */
export async function openDispute(of: string, notify: Notify): Promise<string | null> {
  const session = await SessionModel.findOne({ _id: of, status: 'complete' }).lean();
  const charged = session ?? (await chargedIn(of));
  if (!charged?.paymentIntent) return null;
  const { amount, currency, paymentIntent } = charged;
  const _id = `du_${randomBytes(12).toString('hex')}`;
  const created = await DisputeModel.create({ _id, amount, currency, paymentIntent });
  notify('charge.dispute.created', toDispute(created.toObject()));
  return _id;
}

async function createRefund(req: Request, res: Response, notify: Notify): Promise<void> {
  const idempotencyKey = keyOf(req);
  const known = idempotencyKey && (await RefundModel.findOne({ idempotencyKey }).lean());
  if (known) return void res.json(toRefund(known));
  const paymentIntent = intentOf(req.body);
  const charged = paymentIntent && (await chargedIn(paymentIntent));
  if (!charged || !paymentIntent) {
    return refuse(res, 404, {
      code: 'resource_missing',
      param: 'payment_intent',
      message: `No such payment_intent: '${paymentIntent ?? ''}'`,
    });
  }
  const left = charged.amount - charged.refunded;
  if (left === 0) {
    return refuse(res, 400, { code: 'charge_already_refunded', message: 'Charge has already been refunded.' });
  }
  const amount = req.body.amount === undefined ? left : Number(req.body.amount);
  if (!Number.isInteger(amount) || amount < 1) {
    return refuse(res, 400, {
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: 'Invalid positive integer',
    });
  }
  const isTaken =
    charged.sessionId === null
      ? amount <= left
      : (
          await SessionModel.updateOne(
            { _id: charged.sessionId, refunded: { $lte: charged.amount - amount } },
            { $inc: { refunded: amount } },
          )
        ).modifiedCount === 1;
  if (!isTaken) {
    const message = `Refund amount (${inWords(amount)}) is greater than unrefunded amount on charge (${inWords(left)})`;
    return refuse(res, 400, { param: 'amount', message });
  }
  const { reason, metadata } = req.body;
  const stored = {
    _id: `re_${randomBytes(12).toString('hex')}`,
    amount,
    currency: charged.currency,
    paymentIntent,
    reason: typeof reason === 'string' ? reason : null,
    metadata: metadataOf(metadata),
    idempotencyKey,
  };
  const created = await RefundModel.create(stored).catch((error: unknown) => {
    if (isDuplicateKey(error)) return null;
    throw error;
  });
  if (!created) {
    await SessionModel.updateOne({ _id: charged.sessionId }, { $inc: { refunded: -amount } });
    // The vendor answers this while another request with the key runs, and the SDK asks again.
    const message = 'There is currently another in-progress request using this Idempotent Key.';
    return refuse(res, 409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
  }
  const refund = toRefund(created.toObject({ flattenMaps: true }));
  res.json(refund);
  notify('charge.refunded', toCharge({ ...charged, refunded: charged.refunded + amount }));
  notify('refund.created', refund);
}

/** `sessionId`: null for an invoice of a subscription. */
type Charged = Parameters<typeof toCharge>[0] & { sessionId: string | null };

/** What was charged in a payment: by a session, or for the latest invoice of a subscription. */
async function chargedIn(paymentIntent: string): Promise<Charged | null> {
  const session = await SessionModel.findOne({ paymentIntent }).lean();
  if (session) return { ...session, sessionId: session._id };
  const { subscription, number } = partsOf(paymentIntent);
  const member = await MemberModel.findOne({ subscription, invoices: number, isPaid: true }).lean<StoredMember>();
  if (!member) return null;
  const refunds = await RefundModel.find({ paymentIntent, status: 'succeeded' }).lean();
  return {
    amount: sumsOf(member).due,
    currency: member.currency,
    refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    paymentIntent,
    metadata: {},
    cardLast4: member.cardLast4,
    createdAt: member.createdAt,
    sessionId: null,
  };
}

async function decide(req: ById, res: Response, status: 'won' | 'lost', notify: Notify): Promise<void> {
  const { id } = req.params;
  const decided = await DisputeModel.findOneAndUpdate(
    { _id: id, status: 'needs_response' },
    { $set: { status } },
    { returnDocument: 'after' },
  ).lean();
  if (decided) {
    const dispute = toDispute(decided);
    res.json(dispute);
    return notify('charge.dispute.closed', dispute);
  }
  if (!(await DisputeModel.exists({ _id: id }))) return refuseMissing(res, 'dispute', id);
  refuse(res, 400, { message: 'This dispute is already closed' });
}

/** The payment that a request is about, named by itself or by its charge. */
function intentOf(sent: Record<string, unknown>): string | null {
  const { payment_intent: intent, charge } = sent;
  if (typeof intent === 'string') return intent;
  return typeof charge === 'string' ? charge.replace(/^ch_/, 'pi_') : null;
}

function inWords(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
