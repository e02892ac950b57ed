import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount, exempt } from '../../platform/manifest/personal-data.ts';
import { moneyReturned, orderSettled } from '../orders/domain-events.ts';
import { billingOf, forgetBilling } from './billing.service.ts';
import { invoiceForms, invoiceRouter, invoiceRoutes } from './invoices.routes.ts';
import { mailReceipt } from './mail-receipt.ts';
import { rescueNumbers } from './numbering.ts';
import { billOrder, creditRefund } from './order-invoices.ts';
import { exportInvoices } from './read-invoices.service.ts';

const BY_LAW = exempt('On an invoice, which the law wants kept as it was.');

/** Invoices and credit notes. */
export const invoices = defineFeature({
  name: 'invoices',
  routes: [invoiceRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => invoiceForms(renderError),
  routers: (deps) => [invoiceRouter(deps)],
  rescue: [rescueNumbers],
  onEvent: [orderSettled.does(billOrder), orderSettled.does(mailReceipt), moneyReturned.does(creditRefund)],
  accountData: {
    fields: {
      'invoices.buyer.name': BY_LAW,
      'invoices.buyer.email': BY_LAW,
      'invoices.buyer.address': BY_LAW,
      'invoices.seller.name': exempt('The operator’s own.'),
      'invoices.seller.email': exempt('The operator’s own.'),
      'invoices.seller.address': exempt('The operator’s own.'),
      'billing_details.name': byAccount('billing'),
      'billing_details.address': byAccount('billing'),
    },
    export: { invoices: exportInvoices, billing: billingOf },
    purge: ({ userId }) => forgetBilling(userId),
  },
});
