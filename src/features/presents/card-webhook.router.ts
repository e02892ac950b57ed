import express, { Router } from 'express';
import type { CardNews } from '../../integrations/tremendous.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { takeCardNews } from './card-news.ts';
import { giftCards } from './presents.parts.ts';

export const TREMENDOUS_PATH = '/api/tremendous/webhook';

/** Access by `Tremendous-Webhook-Signature` over the raw body; adds what it tells. */
const cardSignature: AccessRule<'provider-signature', Addressed, { news: CardNews | null }> = {
  word: 'provider-signature',
  load({ req }) {
    const { 'tremendous-webhook-signature': signature } = req.headers;
    if (typeof signature !== 'string' || !Buffer.isBuffer(req.body)) {
      throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.' });
    }
    return { news: giftCards().readWebhook(req.body, signature) };
  },
};

/** What the partner for gift cards reports. */
export function cardWebhookRouter(): Router {
  const take = guarded(
    { kind: 'webhook', method: 'POST', path: TREMENDOUS_PATH, access: cardSignature },
    async ({ news, res }) => {
      if (news) await takeCardNews(news);
      res.json({ received: true });
    },
  );
  return Router().post(TREMENDOUS_PATH, express.raw({ type: () => true, limit: '256kb' }), take);
}
