import type { Viewer } from '../../shared/viewer.ts';
import type { Addressed } from './addresses.ts';
import { type HttpDeps, loadViewer } from './mount-routes.ts';

/** Who asks for a file that is made for them: counted, and never kept by caches. */
export async function visitorOfFile({ req, res }: Pick<Addressed, 'req' | 'res'>, deps: HttpDeps): Promise<Viewer> {
  res.setHeader('Cache-Control', 'private, no-store');
  await deps.limits.take('api', req.ip ?? '', res);
  return loadViewer(req, res, deps);
}
