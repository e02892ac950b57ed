import type { Permission } from '../../shared/permissions.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { type AccessRule, staffWho } from './access-rules.ts';
import type { Addressed } from './addresses.ts';
import { type HttpDeps, loadViewer } from './mount-routes.ts';

/** Who asks for a file that is made for them: counted, and never kept by caches. */
export async function visitorOfFile({ req, res }: Pick<Addressed, 'req' | 'res'>, deps: HttpDeps): Promise<Viewer> {
  res.setHeader('Cache-Control', 'private, no-store');
  await deps.limits.take('api', req.ip ?? '', res);
  return loadViewer(req, res, deps);
}

/** Staff with a permission, for a file that is made for them; adds `user` and `viewer`. */
export function staffVisit<P extends Permission>(
  permission: P,
  deps: HttpDeps,
): AccessRule<P, Addressed, { user: ViewerUser; viewer: Viewer }> {
  const { word, admit, load } = staffWho(permission);
  return {
    word,
    async load(visit) {
      const viewer = await visitorOfFile(visit, deps);
      admit?.({ viewer, req: visit.req, isOperator: () => false });
      return { ...(await load({ viewer })), viewer };
    },
  };
}
