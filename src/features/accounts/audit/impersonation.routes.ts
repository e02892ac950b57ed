import { AppError } from '../../../platform/errors.ts';
import { type RouteTable, route, withBeside } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/impersonation.ts';
import { impersonate, stopImpersonating } from './impersonation.service.ts';

/** These GETs change something, as the specification has them: they take neither another site's links nor prefetching. */
export const impersonationRoutes: RouteTable = [
  route(
    contracts.impersonate,
    async ({ params, viewer, req }) =>
      withBeside(await impersonate(req, viewer, params.id), { isImpersonated: true as const }),
    { checkOrigin: true },
  ),
  route(
    contracts.stopImpersonating,
    async ({ viewer, req }) => {
      const user = await stopImpersonating(req, viewer);
      if (!user) throw new AppError('NOT_SIGNED_IN', { message: 'Please sign in first.' });
      return withBeside(user, { isImpersonated: false as const });
    },
    { checkOrigin: true },
  ),
];
