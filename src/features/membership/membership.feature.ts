import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { deletionAsked } from '../account-data/domain-events.ts';
import { memberships } from '../orders/orders.parts.ts';
import { endForDeletionWork, endForLeaver } from './end-for-deletion.ts';
import { membershipJobs } from './job-types.ts';
import { subscriptions } from './membership.parts.ts';
import { membershipForms, membershipRoutes } from './membership.routes.ts';
import { exportMembership, forgetMembership, hasMembership } from './membership.service.ts';
import { staffMembershipRoutes } from './staff-membership.routes.ts';

/** Publishing films without paying for each. */
export const membership = defineFeature({
  name: 'membership',
  routes: [membershipRoutes, staffMembershipRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => membershipForms(renderError),
  accountData: { export: { membership: exportMembership }, purge: ({ userId }) => forgetMembership(userId) },
  jobs: handles(membershipJobs, { endForDeletion: endForDeletionWork }),
  onEvent: [deletionAsked.does(endForLeaver)],
  needs: [subscriptions],
  provides: () => [memberships.is({ hasMembership })],
});
