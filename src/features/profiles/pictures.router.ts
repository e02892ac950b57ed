import express, { type Request, type Response, Router } from 'express';
import { AppError } from '../../platform/errors.ts';
import { signedIn } from '../../platform/http/access.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { toAppError } from '../../platform/http/error-answer.ts';
import { type HttpDeps, loadViewer } from '../../platform/http/mount-routes.ts';
import { checkOrigin } from '../../platform/http/origin-check.ts';
import { run } from '../../platform/http/parse-request.ts';
import { setPicture as setPictureCall } from '../../shared/contracts/profiles.ts';
import { PICTURE_MAX } from '../../shared/limits.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { removePicture, setPicture } from './pictures.service.ts';
import { checkProfileAccess, getProfile } from './profiles.service.ts';

const API_PATH = setPictureCall.path;
/** Posted without script; redirects to the settings, which report the result. */
const FORM_PATH = '/settings/profile/picture';
const PAGE = '/settings/profile';
/** Around the file itself a form has its boundaries and headers. */
const readBytes = express.raw({ limit: PICTURE_MAX + 4096, type: () => true });

/** What the page's address tells of a file that we can't take. */
const PROBLEMS: Partial<Record<AppError['code'], string>> = {
  TOO_LARGE: 'problem=picture-too-large',
  WRONG_TYPE: 'problem=picture-wrong-type',
  UNREADABLE_MEDIA: 'problem=picture-unreadable',
  TOO_MANY_REQUESTS: 'problem=picture-too-many',
};

/**
 * `PUT` of a picture's bytes or of a form that holds them, which JSON routes can't take. Access is checked before the
 * body is read.
 */
export function pictureRouter(deps: HttpDeps): Router {
  const router = Router();

  /** The viewer, whose own profile the address names where it names one. */
  const ownPicture: AccessRule<'signed-in', Addressed, { user: ViewerUser }> = {
    word: 'signed-in',
    async load({ req, res, params }) {
      res.setHeader('Cache-Control', 'private, no-store');
      await deps.limits.take('write', req.ip ?? '', res);
      checkOrigin(req, deps.config.appOrigin);
      const viewer = await loadViewer(req, res, deps);
      const user = signedIn(viewer);
      checkProfileAccess(viewer, params.id ?? user.id, 'change');
      return { user };
    },
  };

  const put = { kind: 'upload', method: 'PUT', path: API_PATH, access: ownPicture } as const;
  const putPicture = guarded(put, async ({ req, res, user }) => {
    const { file } = await readPicture(req, res);
    if (!file) throw noPicture();
    await setPicture(user.id, file);
    res.json({ success: true, data: await getProfile(user.id) });
  });
  const post = { kind: 'form', method: 'POST', path: FORM_PATH, access: ownPicture } as const;
  const postPicture = guarded(post, async ({ req, res, user }) => {
    const outcome = await changeByForm(user.id, req, res).catch((thrown: unknown) => {
      const known = PROBLEMS[toAppError(thrown).code];
      if (!known) throw thrown;
      return known;
    });
    res.redirect(303, `${PAGE}?${outcome}`);
  });
  router.put(API_PATH, putPicture);
  router.post(FORM_PATH, postPicture);
  return router;
}

async function changeByForm(userId: string, req: Request, res: Response): Promise<string> {
  const { file, isRemoval } = await readPicture(req, res);
  if (isRemoval) {
    await removePicture(userId);
    return 'saved=picture-removed';
  }
  if (!file) return 'problem=picture-none';
  await setPicture(userId, file);
  return 'saved=picture';
}

/** The bytes of the picture that a request carries; a form may ask to take the old one away (`remove`) instead. */
async function readPicture(req: Request, res: Response): Promise<{ file: Buffer | null; isRemoval: boolean }> {
  const type = req.headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  if (!isForm && !/^(?:image\/|application\/octet-stream)/i.test(type)) throw noPicture();
  await run(readBytes, req, res);
  const body: unknown = req.body;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isForm) return { file: bytes, isRemoval: false };
  const form = await new globalThis.Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('MALFORMED', { message: 'We couldn’t read this form.', cause });
    });
  const first = [...form.values()].find((value): value is File => typeof value !== 'string' && value.size > 0);
  return { file: first ? Buffer.from(await first.arrayBuffer()) : null, isRemoval: form.has('remove') };
}

function noPicture(): AppError {
  return new AppError('WRONG_TYPE', { message: 'Please send the bytes of a picture, or a form that holds it.' });
}
