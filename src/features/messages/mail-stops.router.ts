import express, { Router } from 'express';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import type { HttpDeps } from '../../platform/http/mount-routes.ts';
import { run } from '../../platform/http/parse-request.ts';
import { chooseByLink, STOP_PATH, type Stop, stopLink } from './mail-stops.service.ts';

/** Two words, urlencoded or multipart. */
const readBody = express.raw({ limit: 8192, type: () => true });
const ONE_CLICK = /List-Unsubscribe"?\s*=?\s*One-Click/;
const AGAIN = /(?:^|[&"\s])again\b/;
const ONLY_SENDER = /(?:^|[&"\s])(?:stop|again)"?\s*=?\s*sender\b/;

/**
 * `POST` from the unsubscribe button of mail programs (RFC 8058: no cookie, page or redirect), and from our own page.
 * The link alone grants access, so origin and session don't matter.
 */
export function mailStopRouter(deps: Pick<HttpDeps, 'limits'>): Router {
  const router = Router();
  const access: AccessRule<'mail-link', Addressed, { stop: Stop }> = {
    word: 'mail-link',
    async load({ req, res, params }) {
      res.setHeader('Cache-Control', 'private, no-store');
      await deps.limits.take('write', req.ip ?? '', res);
      return stopLink.load({ params });
    },
  };
  const choose = guarded({ kind: 'form', method: 'POST', path: STOP_PATH, access }, async ({ req, res, stop }) => {
    await run(readBody, req, res);
    const body: unknown = req.body;
    const sent = Buffer.isBuffer(body) ? body.toString('latin1') : '';
    await chooseByLink(stop, { isWanted: AGAIN.test(sent), onlySender: ONLY_SENDER.test(sent) });
    if (ONE_CLICK.test(sent)) res.type('text/plain').send('You won’t get any more of these emails.\n');
    else res.redirect(303, req.path);
  });
  router.post(STOP_PATH, choose);
  return router;
}
