import { randomBytes } from 'node:crypto';
import { type InferSchemaType, model, Schema } from 'mongoose';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

/** A subscription with its customer, card and latest invoice; before it is paid for, its checkout session. */
const memberSchema = new Schema(
  {
    /** The session's id. */
    _id: text,
    key: { type: String, required: true, unique: true },
    /** Hash of the request. */
    content: text,
    name: text,
    amount: number,
    currency: text,
    interval: { type: String, enum: ['month', 'year'] as const, required: true },
    metadata: { type: Map, of: String, default: {} },
    successUrl: text,
    cancelUrl: text,
    session: { type: String, enum: ['open', 'complete', 'expired'] as const, default: 'open' },
    customer: text,
    subscription: text,
    status: { type: String, enum: ['incomplete', 'active', 'past_due', 'canceled'] as const, default: 'incomplete' },
    isEnding: { type: Boolean, default: false },
    /** Seconds since 1970, as everything below. */
    periodStart: { type: Number, default: 0 },
    periodEnd: { type: Number, default: 0 },
    endedAt: { type: Number, default: null },
    cardLast4: { type: String, default: '4242' },
    /** Number of the latest invoice. */
    invoices: { type: Number, default: 0 },
    /** Why it was made; null for the first one. */
    reason: { type: String, enum: ['subscription_cycle', 'subscription_update', null] as const, default: null },
    /** What it gives back, in cents, of an earlier one for time that was not used. */
    unused: { type: Number, default: 0 },
    unusedOf: { type: Number, default: 0 },
    /** Credit that the customer had before it, in cents. */
    balance: { type: Number, default: 0 },
    /** Key and answer of the latest change of the plan. */
    changeKey: { type: String, default: null },
    isPaid: { type: Boolean, default: false },
    attempts: { type: Number, default: 0 },
    createdAt: { type: Date, default: () => new Date() },
  },
  { collection: 'sandbox_stripe_members' },
);
memberSchema.index({ subscription: 1 });
memberSchema.index({ customer: 1 });

export type StoredMember = Omit<InferSchemaType<typeof memberSchema>, 'metadata'> & { metadata?: unknown };
export const MemberModel = model('SandboxStripeMember', memberSchema);

/** The vendor's test card that is always declined when it is charged later. */
export const BAD_CARD = '0341';

export function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** End of a period that begins then. */
export function periodAfter(start: number, interval: 'month' | 'year'): number {
  const date = new Date(start * 1000);
  if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return Math.floor(date.getTime() / 1000);
}

/** What an invoice costs, what of it is to pay, and which credit the customer has then. Cents. */
export function sumsOf({ amount, unused, balance }: Pick<StoredMember, 'amount' | 'unused' | 'balance'>) {
  const total = amount - unused;
  return { total, due: Math.max(0, total - balance), credit: Math.max(0, balance - total) };
}

/** Of invoices: `in_SUBSCRIPTION001`. The payment of each has the same id with `pi_`. */
export function invoiceId({ subscription }: Pick<StoredMember, 'subscription'>, number: number): string {
  return `in_${subscription.slice(4)}${String(number).padStart(3, '0')}`;
}

/** The subscription that an invoice or its payment belongs to, and the number of the invoice. */
export function partsOf(id: string): { subscription: string; number: number } {
  return { subscription: id.replace(/^(?:in|pi)_/, 'sub_').slice(0, -3), number: Number(id.slice(-3)) || 0 };
}

/** Changes a member in one of these states; null if there is none. */
export function changeMember(
  id: string,
  { session, statuses }: { session?: StoredMember['session']; statuses?: StoredMember['status'][] },
  facts: Partial<StoredMember>,
): Promise<StoredMember | null> {
  const filter = { _id: id, ...(session && { session }), ...(statuses && { status: { $in: statuses } }) };
  return MemberModel.findOneAndUpdate(filter, { $set: facts }, { returnDocument: 'after' }).lean<StoredMember>().exec();
}
