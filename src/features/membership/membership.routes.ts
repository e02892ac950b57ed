import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { empty } from '../../shared/contracts/common.ts';
import * as contracts from '../../shared/contracts/membership.ts';
import { inPerson } from '../users/own-account.service.ts';
import { membershipOf, openPortal, setEnding, startMembership } from './membership.service.ts';
import { previewSwitch, switchPlan } from './plan-switch.service.ts';

const own = { access: signedInUser, requires: [inPerson] } as const;

const start = action(contracts.startMembership, { ...own, run: ({ body, user }) => startMembership(user, body.plan) });
const cancel = action(contracts.cancelMembership, { ...own, run: ({ user }) => setEnding(user.id, true) });
const resume = action(contracts.resumeMembership, { ...own, run: ({ user }) => setEnding(user.id, false) });
const change = action(contracts.switchPlan, {
  ...own,
  run: ({ body, user }) => switchPlan(user.id, { plan: body.plan, shownAt: new Date(body.shownAt) }),
});

export const membershipRoutes: RouteTable = [
  start,
  action(contracts.openMembershipPortal, { ...own, run: ({ user }) => openPortal(user.id) }),
  action(contracts.getMembership, { access: signedInUser, run: ({ user }) => membershipOf(user.id) }),
  cancel,
  resume,
  action(contracts.previewPlanSwitch, {
    access: signedInUser,
    run: ({ query, user }) => previewSwitch(user.id, query.plan),
  }),
  change,
];

const PAGE = '/settings/membership';

/** The page's buttons. It goes on to the payment page by itself, as forms may only lead to this site. */
export function membershipForms(renderError: (refused: RefusedForm) => Promise<void> | void): Form[] {
  const failed = renderError;
  return [
    form(start, {
      path: `${PAGE}/start`,
      body: contracts.startMembership.body,
      input: ({ body }) => ({ body }),
      done: () => `${PAGE}/pay`,
      failed,
    }),
    form(cancel, { path: `${PAGE}/cancel`, body: empty, input: () => ({}), done: () => PAGE, failed }),
    form(change, {
      path: `${PAGE}/switch`,
      body: contracts.switchPlan.body,
      input: ({ body }) => ({ body }),
      done: () => `${PAGE}?switched=1`,
      failed,
    }),
    form(resume, { path: `${PAGE}/resume`, body: empty, input: () => ({}), done: () => PAGE, failed }),
  ];
}
