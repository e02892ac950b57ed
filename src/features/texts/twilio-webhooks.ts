import express, { Router } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import { platform } from '../../platform/platform.ts';
import { INCOMING_PATH, STATUS_PATH, takeStatus } from './send-text.service.ts';
import { readAnswer } from './text-stops.service.ts';
import { texts } from './texts.parts.ts';

type Fields = Record<string, string>;

/** Access by `X-Twilio-Signature` over the webhook’s public URL and all fields; adds the fields. */
const twilioSignature: AccessRule<'provider-signature', Addressed, { fields: Fields }> = {
  word: 'provider-signature',
  async load({ req }) {
    const fields = fieldsOf(req.body);
    const signature = req.headers['x-twilio-signature'];
    const url = `${platform().config.appOrigin}${req.originalUrl}`;
    if (typeof signature === 'string' && (await texts().isSigned(signature, url, fields))) return { fields };
    throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.' });
  },
};

/** What became of texts, and what people answer. */
export function twilioWebhooks(): Router {
  const router = Router();
  const read = express.urlencoded({ extended: false, limit: '64kb' });
  const webhook = { kind: 'webhook', method: 'POST', access: twilioSignature } as const;
  router.post(
    STATUS_PATH,
    read,
    guarded({ ...webhook, path: STATUS_PATH }, async ({ fields, req, res }) => {
      const { MessageStatus: status = '', ErrorCode: code } = fields;
      await takeStatus({ key: String(req.query.text ?? ''), status, code: Number(code) || 0 });
      res.sendStatus(204);
    }),
  );
  router.post(
    INCOMING_PATH,
    read,
    guarded({ ...webhook, path: INCOMING_PATH }, async ({ fields, res }) => {
      const { From = '', Body: words = '', OptOutType: optOut = '' } = fields;
      await readAnswer(From.replace(/^whatsapp:/, ''), { words, optOut });
      // Twilio itself confirms STOP; other answers go unanswered.
      res.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    }),
  );
  return router;
}

function fieldsOf(body: unknown): Fields {
  const pairs = Object.entries(Object(body)).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
}
