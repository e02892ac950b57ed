import { AppError } from '../../platform/errors.ts';
import { signedInUser, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/impersonation.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { impersonate, stopImpersonating } from './impersonation.service.ts';

export const stopImpersonatingAction = action(contracts.stopImpersonating, {
  access: signedInUser,
  checkOrigin: true,
  async run({ viewer, req }) {
    const user = await stopImpersonating(req, viewer);
    if (!user) throw new AppError('NOT_SIGNED_IN', { message: 'Please log in first.' });
    return withBeside(user, { isImpersonated: false as const });
  },
});

/** The call as specified names no reason, so the log says that there is none. */
const NO_REASON = 'No reason was given with the call.';

/** GETs that change state, as specified: they refuse links from other sites and prefetching. */
export const impersonationRoutes: RouteTable = [
  action(contracts.impersonate, {
    access: staffWho('user.impersonate'),
    checkOrigin: true,
    requires: [recentSecondStep],
    run: async ({ params, query, user, req }) =>
      withBeside(await impersonate(req, user, params.id, query.reason || NO_REASON), {
        isImpersonated: true as const,
      }),
  }),
  stopImpersonatingAction,
];
