import { createHmac } from 'node:crypto';
import { loadTwilioSandbox } from '../../integrations/sandboxes.ts';
import { createTexts } from '../../integrations/twilio.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/db.ts';
import type { ProvidedPart } from '../../platform/part.ts';
import { texts } from './texts.parts.ts';

/** Connects to Twilio, or without keys to its sandbox, through the same SDK. */
export async function startTexts(config: Config, database: Database): Promise<ProvidedPart[]> {
  if (config.twilio) return [texts.is(createTexts(config.twilio))];
  const loaded = await loadTwilioSandbox(config);
  if (!loaded) throw new Error('Twilio has neither keys nor its sandbox');
  const sandbox = await loaded.startTwilioSandbox(database, sandboxToken(config));
  return [texts.is(createTexts(sandbox.connection), () => sandbox.stop())];
}

/** Signs the sandbox’s webhooks: only this installation knows it. */
function sandboxToken({ sessionSecret }: Pick<Config, 'sessionSecret'>): string {
  return createHmac('sha256', sessionSecret).update('twilio sandbox').digest('hex').slice(0, 32);
}
