import { createHash, randomBytes } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { answerPage, createdSince, keyOf, metadataOf, type Notify, refuse, refuseMissing } from './stripe-answers.ts';
import { expireOld, expireSession } from './stripe-expiry.ts';
import { mountMembers } from './stripe-members.ts';
import { mountDisputes, mountRefunds } from './stripe-money.ts';
import { toSession } from './stripe-payments.ts';
import { SessionModel } from './stripe-store.ts';

type ById = Request<{ id: string }>;

/** Numbers arrive as text. */
interface LineItem {
  quantity?: string;
  price_data?: { unit_amount?: string; currency?: string; product_data?: { name?: string } };
}

const HALF_HOUR = 30 * 60_000;
const DAY = 48 * HALF_HOUR;

/** The part of the vendor's API that we use, with its shapes and errors. */
export function vendorApi(appOrigin: string, notify: Notify): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'extended');
  app.use('/v1', (req, res, next) => {
    if (/^Bearer sk_test_/.test(req.headers.authorization ?? '')) return next();
    refuse(res, 401, { message: 'Invalid API Key provided.' });
  });
  app.use('/v1', express.urlencoded({ extended: true }));
  mountMembers(app, appOrigin, notify);
  app.post('/v1/checkout/sessions', (req, res) => openSession(req, res, appOrigin));
  app.get('/v1/checkout/sessions', async (req, res) => {
    const { payment_intent: paymentIntent } = req.query;
    await expireOld(appOrigin, notify);
    const filter = typeof paymentIntent === 'string' ? { paymentIntent } : createdSince(req.query);
    const found = await SessionModel.find(filter).sort({ createdAt: -1 }).lean();
    answerPage(
      res,
      req,
      found.map((session) => toSession(session, appOrigin)),
    );
  });
  app.get('/v1/checkout/sessions/:id', async (req: ById, res) => {
    await expireOld(appOrigin, notify);
    const session = await SessionModel.findById(req.params.id).lean();
    const expand = Array.isArray(req.query.expand) ? req.query.expand.map(String) : [];
    if (session) return void res.json(toSession(session, appOrigin, expand));
    refuseMissing(res, 'checkout.session', req.params.id);
  });
  app.post('/v1/checkout/sessions/:id/expire', async (req: ById, res) => {
    const { id } = req.params;
    const expired = await expireSession({ _id: id }, appOrigin);
    if (expired) {
      res.json(expired);
      return notify('checkout.session.expired', expired);
    }
    const known = await SessionModel.findById(id).lean();
    if (!known) return refuseMissing(res, 'checkout.session', id);
    refuse(res, 400, {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${known.status}\`.`,
    });
  });
  mountRefunds(app, notify);
  mountDisputes(app, notify);
  return app;
}

async function openSession(req: Request, res: Response, appOrigin: string): Promise<void> {
  const idempotencyKey = keyOf(req);
  const known = idempotencyKey && (await SessionModel.findOne({ idempotencyKey }).lean());
  const content = createHash('sha256').update(JSON.stringify(req.body)).digest('hex');
  if (known && known.content !== content) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return refuse(res, 400, { type: 'idempotency_error', message });
  }
  // The first answer is given again, whatever became of the session since.
  if (known) return void res.json(toSession({ ...known, status: 'open', paymentIntent: null }, appOrigin));
  const items: LineItem[] = Array.isArray(req.body?.line_items) ? req.body.line_items : [];
  const [item] = items;
  const amount = items.reduce((sum, each) => sum + Number(each.price_data?.unit_amount) * Number(each.quantity), 0);
  if (!item || !Number.isInteger(amount) || amount < 50) {
    return refuse(res, 400, { param: 'line_items', message: 'The total must be at least $0.50.' });
  }
  const { client_reference_id: reference, customer_email: email, expires_at: expires } = req.body;
  const [soonest, latest] = [Date.now() + HALF_HOUR, Date.now() + DAY];
  const expiresAt = expires === undefined ? latest : Number(expires) * 1000;
  if (!(expiresAt >= soonest && expiresAt <= latest)) {
    const message =
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
    return refuse(res, 400, { param: 'expires_at', message });
  }
  const created = await SessionModel.create({
    _id: `cs_test_${randomBytes(24).toString('hex')}`,
    amount,
    currency: String(item.price_data?.currency),
    name: items.map((each) => each.price_data?.product_data?.name ?? '').join(', '),
    reference: typeof reference === 'string' ? reference : null,
    email: typeof email === 'string' ? email : null,
    successUrl: String(req.body.success_url),
    cancelUrl: String(req.body.cancel_url),
    metadata: metadataOf(req.body.metadata),
    expiresAt: new Date(expiresAt),
    idempotencyKey,
    content,
  });
  res.json(toSession(created.toObject({ flattenMaps: true }), appOrigin));
}
