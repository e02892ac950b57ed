import { type InferSchemaType, model, Schema } from 'mongoose';

const cents = { type: Number, required: true } as const;
const words = { type: String, default: '' } as const;

const lineSchema = new Schema(
  { label: { type: String, required: true }, quantity: cents, amount: cents },
  { _id: false },
);

/** Name and address as they were on the day of the invoice. */
const partySchema = new Schema(
  { name: words, address: { type: [String], default: [] }, taxId: words, email: words },
  { _id: false },
);

/** An invoice or credit note. Only its number and date are added after it was stored; nothing else ever changes. */
const invoiceSchema = new Schema(
  {
    /** What it is for: `payment:ID`, `refund:ID`, `refund-failed:ID` or `membership:ID`; each gets one. */
    source: { type: String, required: true, unique: true },
    kind: { type: String, enum: ['invoice', 'credit'] as const, required: true },
    /** Source of the invoice that a credit note corrects; null for invoices. */
    corrects: { type: String, default: null },
    userId: { type: Schema.Types.ObjectId, required: true },
    eventId: { type: Schema.Types.ObjectId, default: null },
    lines: { type: [lineSchema], required: true },
    /** Included in the total. */
    tax: cents,
    total: cents,
    currency: { type: String, required: true },
    cardLast4: { type: String, default: null },
    paidAt: { type: Date, required: true },
    buyer: { type: partySchema, required: true },
    seller: { type: partySchema, required: true },
    /** Null until it is numbered; see `numbering.ts`. */
    number: { type: String, default: null },
    issuedAt: { type: Date, default: null },
  },
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
invoiceSchema.index({ number: 1 }, { unique: true, partialFilterExpression: { number: { $gt: '' } } });
invoiceSchema.index({ userId: 1, _id: -1 });
invoiceSchema.index({ corrects: 1 });
// Stored by a process that crashed before it was numbered.
invoiceSchema.index({ number: 1, createdAt: 1 }, { partialFilterExpression: { number: null }, name: 'unnumbered' });

export type StoredInvoice = InferSchemaType<typeof invoiceSchema>;
export const InvoiceModel = model('Invoice', invoiceSchema);

/** The last number of a year, and the invoice that it goes to until that has it. */
const counterSchema = new Schema(
  {
    /** Year. */
    _id: { type: Number, required: true },
    last: { type: Number, default: 0 },
    holder: { type: Schema.Types.ObjectId, default: null },
    /** Date of the holder's invoice. */
    at: { type: Date, default: null },
  },
  { versionKey: false, collection: 'invoice_counters' },
);

export type StoredCounter = InferSchemaType<typeof counterSchema>;
export const CounterModel = model('InvoiceCounter', counterSchema);

const billingSchema = new Schema(
  {
    /** User id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    name: words,
    address: words,
    taxId: words,
  },
  { versionKey: false, collection: 'billing_details' },
);

export type StoredBilling = InferSchemaType<typeof billingSchema>;
export const BillingModel = model('BillingDetails', billingSchema);
