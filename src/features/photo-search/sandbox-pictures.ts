import { Router } from 'express';
import { unsplashSandbox } from '../../integrations/sandboxes.ts';
import { AppError } from '../../platform/errors.ts';
import { anyone } from '../../platform/http/access-rules.ts';
import { guarded } from '../../platform/http/addresses.ts';

const PATH = '/sandbox/photos/:id';
/** Largest picture that browsers get, in pixels. */
const WIDEST = 1080;

/** Small pictures of the photo sandbox, which browsers can’t load from its loopback address. */
export function sandboxPictures(): Router {
  const send = guarded({ kind: 'file', method: 'GET', path: PATH, access: anyone }, async ({ params, req, res }) => {
    const width = Math.min(WIDEST, Number(req.query.w) || WIDEST);
    const picture = await unsplashSandbox()?.picture(params.id ?? '', width);
    if (!picture) throw new AppError('NOT_FOUND', { message: 'There is no such picture.' });
    res.setHeader('Cache-Control', 'private, max-age=3600');
    res.type('image/jpeg').send(picture);
  });
  return Router().get(PATH, send);
}
