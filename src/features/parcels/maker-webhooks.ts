import express, { Router } from 'express';
import { confirmationAnswer } from '../../integrations/acutrack.ts';
import type { MakerNews } from '../../integrations/makers.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { makers } from './makers.parts.ts';
import { takeNews } from './track-parcel.ts';

export const LOB_PATH = '/api/lob/webhook';
/** Followed by the secret that Acutrack was given: it signs nothing. */
export const ACUTRACK_PATH = '/api/acutrack/shipped';

/** Access by `Lob-Signature` over the raw body; adds what it tells. */
const lobSignature: AccessRule<'provider-signature', Addressed, { news: MakerNews | null }> = {
  word: 'provider-signature',
  load({ req }) {
    const { 'lob-signature': signature, 'lob-signature-timestamp': timestamp } = req.headers;
    const { printer } = makers();
    if (!printer || typeof signature !== 'string' || typeof timestamp !== 'string' || !Buffer.isBuffer(req.body)) {
      throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.' });
    }
    return { news: printer.readWebhook(req.body, { signature, timestamp }) };
  },
};

/** Access by the secret in the URL; adds what was shipped. */
const acutrackSecret: AccessRule<'provider-signature', Addressed, { news: MakerNews[] }> = {
  word: 'provider-signature',
  load({ req, params }) {
    const { acutrack } = makers();
    const { xmlStrShipping: confirmation } = Object(req.body);
    if (!acutrack || typeof confirmation !== 'string') {
      throw new AppError('MALFORMED', { message: 'This is not a shipping confirmation.' });
    }
    return { news: acutrack.readWebhook(confirmation, params.secret ?? '') };
  },
};

/** What makers report. */
export function makerWebhooks(): Router {
  const router = Router();
  const webhook = { kind: 'webhook', method: 'POST' } as const;
  router.post(
    LOB_PATH,
    express.raw({ type: () => true, limit: '256kb' }),
    guarded({ ...webhook, path: LOB_PATH, access: lobSignature }, async ({ news, res }) => {
      if (news) await takeNews(news);
      res.json({ received: true });
    }),
  );
  const path = `${ACUTRACK_PATH}/:secret`;
  router.post(
    path,
    express.urlencoded({ extended: false, limit: '256kb' }),
    guarded({ ...webhook, path, access: acutrackSecret }, async ({ news, res }) => {
      for (const each of news) await takeNews(each);
      res.type('text/xml').send(confirmationAnswer(news.map(({ id }) => (typeof id === 'string' ? id : ''))));
    }),
  );
  return router;
}
