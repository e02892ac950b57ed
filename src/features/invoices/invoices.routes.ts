import { Router } from 'express';
import { signedIn } from '../../platform/http/access.ts';
import { type AccessRule, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { visitorOfFile } from '../../platform/http/file-visit.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import type { HttpDeps } from '../../platform/http/mount-routes.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/invoices.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { inPerson } from '../users/own-account.service.ts';
import { billingOf, changeBilling } from './billing.service.ts';
import { invoiceFile, listInvoicesOf } from './read-invoices.service.ts';

const updateBillingAction = action(contracts.updateBilling, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ body, user }) => changeBilling(user.id, body),
});

export const invoiceRoutes: RouteTable = [
  action(contracts.listInvoices, {
    access: signedInUser,
    async run({ query, user }) {
      const { invoices, total, nextCursor } = await listInvoicesOf(user.id, query);
      return withBeside(invoices, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.getBilling, { access: signedInUser, run: ({ user }) => billingOf(user.id) }),
  updateBillingAction,
];

/** The address on new invoices, without script. */
export function invoiceForms(renderError: (refused: RefusedForm) => Promise<void> | void): Form[] {
  return [
    form(updateBillingAction, {
      path: '/settings/invoices',
      body: contracts.billingBody,
      input: ({ body }) => ({ body }),
      done: () => '/settings/invoices?saved=billing',
      failed: renderError,
    }),
  ];
}

const PDF = contracts.invoicePdf(':id');

/** The PDF of an invoice, for its buyer. */
export function invoiceRouter(deps: HttpDeps): Router {
  const ownUser: AccessRule<'signed-in', Addressed, { user: ViewerUser }> = {
    word: 'signed-in',
    load: async (visit) => ({ user: signedIn(await visitorOfFile(visit, deps)) }),
  };
  const send = guarded({ kind: 'file', method: 'GET', path: PDF, access: ownUser }, async ({ params, user, res }) => {
    const { name, pdf } = await invoiceFile(params.id ?? '', user.id);
    res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    res.type('application/pdf').send(pdf);
  });
  return Router().get(PDF, send);
}
