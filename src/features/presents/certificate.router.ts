import { Router } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { type HttpDeps, loadViewer } from '../../platform/http/mount-routes.ts';
import { treeCertificate } from '../../shared/contracts/contributions.ts';
import { may } from '../../shared/permissions.ts';
import { requireEvent, type SeenEvent } from '../events/events.access.ts';
import { drawCertificate } from './draw-certificate.ts';
import { requireUnwrapped } from './unwrapped.ts';

/** The certificate of an event’s trees, for its makers, and for its recipient once the gift is unwrapped. */
export function certificateRouter(deps: HttpDeps): Router {
  const access: AccessRule<'trees.read', Addressed, SeenEvent> = {
    word: 'trees.read',
    async load({ req, res, params }) {
      await deps.limits.take('api', req.ip ?? '', res);
      return requireEvent('trees.read', params.ref ?? '', await loadViewer(req, res, deps));
    },
  };
  const path = treeCertificate(':ref');
  const send = guarded({ kind: 'file', method: 'GET', path, access }, async ({ event, roles, res }) => {
    if (!may(roles, 'pool.read')) requireUnwrapped(event);
    const { trees } = event;
    if (trees === 0) throw new AppError('WRONG_STATE', { message: 'There are no trees here yet.' });
    const pdf = await drawCertificate(event, trees);
    res.setHeader('Cache-Control', 'private, no-store');
    res.setHeader('Content-Disposition', 'attachment; filename="trees.pdf"');
    res.type('application/pdf').send(pdf);
  });
  return Router().get(path, send);
}
