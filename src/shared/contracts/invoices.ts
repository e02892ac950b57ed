import * as z from 'zod';
import { contract } from '../contract.ts';
import { line, listMeta, page, text } from './common.ts';

const PATH = '/api/v2/invoices';
const cents = z.number().int();

const invoice = z.object({
  id: z.string(),
  /** Such as `VD-2026-00418`; without gaps within a year. */
  number: z.string(),
  issuedAt: z.string(),
  kind: z.enum(['invoice', 'credit']),
  /** Names neither the recipient nor the gift. */
  title: z.string(),
  /** Amounts of a credit note are negative. */
  lines: z.array(z.object({ label: z.string(), quantity: z.number().int(), amount: cents })),
  subtotal: cents,
  /** Included in the total. */
  tax: cents,
  total: cents,
  currency: z.string(),
  status: z.enum(['paid', 'refunded', 'open']),
  cardLast4: z.string().nullable(),
  pdfUrl: z.string(),
  eventId: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

export const listInvoices = contract({
  method: 'GET',
  path: PATH,
  summary: 'Your invoices and credit notes, newest first.',
  access: 'signed-in',
  query: page,
  response: z.array(invoice),
  beside: listMeta,
});

const billing = z.object({
  name: line(120),
  /** Lines of an address. */
  address: text(300),
  /** VAT or tax number of a business. */
  taxId: line(40),
});
export type Billing = z.infer<typeof billing>;

export const getBilling = contract({
  method: 'GET',
  path: `${PATH}/made-out-to`,
  summary: 'Who your invoices are made out to.',
  access: 'signed-in',
  response: billing,
});

export const billingBody = billing.partial();

export const updateBilling = contract({
  method: 'PUT',
  path: `${PATH}/made-out-to`,
  summary: 'Change who new invoices are made out to. Existing invoices stay as they are.',
  access: 'signed-in',
  body: billingBody,
  response: billing,
  limit: 'write',
});

/** @param id of an invoice */
export function invoicePdf(id: string): string {
  return `${PATH}/${id}.pdf`;
}
