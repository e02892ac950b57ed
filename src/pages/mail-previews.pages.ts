import { Router } from 'express';
import { MailPreviewsPage, mailPreviewsHead } from '../../views/mail-previews.page.tsx';
import { previewMails } from '../features/messages/mail-previews.service.ts';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { guarded } from '../platform/http/addresses.ts';
import { isOneOf } from '../shared/known-values.ts';
import { OCCASION_TYPES, type OccasionType } from '../shared/occasions.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

const LIST = '/sandbox/mails';
const ONE = '/sandbox/mails/:name';

/** Lists all mails with sample values; in development only. */
export function mailPreviewPages({ env }: Pick<Config, 'env'>): PageRoute[] {
  if (env === 'production') return [];
  return [
    pageRoute(LIST, anyone, ({ viewer, query }) => {
      const occasion = occasionIn(query);
      const mails = previewMails().map(({ template, subject, preheader }) => ({ template, subject, preheader }));
      const props = { site: siteOf(viewer), mails, path: LIST, occasion, isChosen: 'occasion' in query };
      return page({ view: MailPreviewsPage, props, head: mailPreviewsHead() });
    }),
  ];
}

/** One mail as sent, `NAME.html` or `NAME.txt`; in development only. */
export function mailPreviewRouter({ env }: Pick<Config, 'env'>): Router {
  const router = Router();
  if (env === 'production') return router;
  const send = guarded({ kind: 'file', method: 'GET', path: ONE, access: anyone }, ({ params, req, res }) => {
    const [, name, form] = /^([a-z-]+)\.(html|txt)$/.exec(params.name ?? '') ?? [];
    const mail = previewMails(occasionIn(req.query)).find(({ template }) => template === name);
    if (!mail) throw new AppError('NOT_FOUND', { message: 'There is no such mail.' });
    res.setHeader('Cache-Control', 'private, no-store');
    // Like a mail program: load and run nothing; styles are inline.
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups");
    if (form === 'html') res.type('html').send(mail.html);
    else res.type('text/plain').send(`Subject: ${mail.subject}\n\n${mail.text}`);
  });
  router.get(ONE, send);
  return router;
}

function occasionIn({ occasion }: Record<string, unknown>): OccasionType {
  return isOneOf(OCCASION_TYPES, occasion) ? occasion : 'birthday';
}
