import { Router } from 'express';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { type HttpDeps, loadViewer } from '../../platform/http/mount-routes.ts';
import { postcardPdf, postcardPicture } from '../../shared/contracts/postcards.ts';
import { CARD_SIDES } from '../../shared/postcards.ts';
import { pdfOf, pictureOfSide } from './draw-postcard.service.ts';
import { type SeenPostcard, seePostcard } from './postcard-rules.ts';

/** Pictures of a card for screens, and its sheets to print, for its makers. */
export function postcardFilesRouter(deps: HttpDeps): Router {
  const own: AccessRule<'postcard.edit', Addressed, SeenPostcard> = {
    word: 'postcard.edit',
    async load({ req, res, params }) {
      await deps.limits.take('api', req.ip ?? '', res);
      return seePostcard('postcard.edit', params.id ?? '', await loadViewer(req, res, deps));
    },
  };
  const router = Router();
  for (const side of CARD_SIDES) {
    const path = postcardPicture(':id', side);
    const send = guarded({ kind: 'file', method: 'GET', path, access: own }, async ({ res, ...seen }) => {
      const picture = await pictureOfSide(seen, side);
      // Its address changes with the card.
      res.setHeader('Cache-Control', 'private, max-age=600');
      res.type('image/jpeg').send(picture);
    });
    router.get(path, send);
  }
  const path = postcardPdf(':id');
  const print = guarded({ kind: 'file', method: 'GET', path, access: own }, async ({ res, ...seen }) => {
    const pdf = await pdfOf(seen);
    res.setHeader('Cache-Control', 'private, no-store');
    res.setHeader('Content-Disposition', 'attachment; filename="postcard.pdf"');
    res.type('application/pdf').send(pdf);
  });
  return router.get(path, print);
}
