import { AppError } from '../../platform/errors.ts';
import { signedInUser, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/impersonation.ts';
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

/** GETs that change state, as specified: they refuse links from other sites and prefetching. */
export const impersonationRoutes: RouteTable = [
  action(contracts.impersonate, {
    access: staffWho('user.impersonate'),
    checkOrigin: true,
    run: async ({ params, user, req }) =>
      withBeside(await impersonate(req, user, params.id), { isImpersonated: true as const }),
  }),
  stopImpersonatingAction,
];
