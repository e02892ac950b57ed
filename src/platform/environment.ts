import * as z from 'zod';
import { CARD_FEE } from '../shared/presents.ts';
import { FILM_PRICE } from '../shared/pricing.ts';
import badPorts from './bad-ports.json' with { type: 'json' };
import {
  addOns,
  cardFee,
  diskSpace,
  dnsServers,
  filmPrice,
  flag,
  oneOf,
  origin,
  proxies,
  rating,
  signingKey,
  text,
  url,
  wholeNumber,
} from './config-values.ts';
import { isLoopback } from './loopback.ts';
import { isMailAddress } from './mail-address.ts';

const port = wholeNumber(0, 65535).refine((value) => !badPorts.includes(value), {
  error: 'is a port that browsers refuse to open; choose another, such as 3000',
});

/** All environment variables with their formats and defaults. */
export const environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: text.optional(),
  APP_ORIGIN: origin().optional(),
  MEDIA_ORIGIN: origin().optional(),
  ADMIN_URL: url(['http:', 'https:']).optional(),
  VAR_DIR: text.default('var'),
  DISK_RESERVE: diskSpace().optional(),
  MONGODB_URI: url(['mongodb:', 'mongodb+srv:']).optional(),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  SESSION_SECRET: text.min(32, { error: 'must have 32 characters or more' }).optional(),
  STORAGE: oneOf(['disk', 's3']).default('disk'),
  S3_ENDPOINT: url(['http:', 'https:']).optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: text
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, { error: 'must be an address, or a name and <address>' })
    .default('VidDay <hello@vidday.example>'),
  SUPPORT_EMAIL: text.refine(isMailAddress, { error: 'must be one plain address' }).optional(),
  MAIL_DNS_SERVERS: dnsServers().default('system'),
  LEAKED_PASSWORDS_URL: z.union([z.literal('none'), url(['http:', 'https:'])]).optional(),
  FILM_PRICE: filmPrice().default(FILM_PRICE.usual),
  RATING: rating().default(null),
  SELLER_NAME: text.default('VidDay'),
  SELLER_ADDRESS: text.default(''),
  SELLER_TAX_ID: text.optional(),
  SELLER_EMAIL: text.refine(isMailAddress, { error: 'must be one plain address' }).optional(),
  INVOICE_PREFIX: text.regex(/^[A-Z0-9]{1,8}$/, { error: 'must be 1 to 8 capital letters or digits' }).default('VD'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_TAX: flag.default(false),
  OFFERS: addOns.optional(),
  CARD_FEE: cardFee().default(CARD_FEE),
  TREMENDOUS_API_KEY: text.regex(/^(?:TEST|PROD)_/, { error: 'must begin with TEST_ or PROD_' }).optional(),
  TREMENDOUS_FUNDING_SOURCE: text.default('balance'),
  TREMENDOUS_WEBHOOK_KEY: text.optional(),
  ECOLOGI_API_KEY: text.optional(),
  LOB_API_KEY: text.optional(),
  LOB_WEBHOOK_SECRET: text.optional(),
  LOB_FROM: text.regex(/^adr_[0-9a-f]+$/, { error: 'must be the adr_… of an address at Lob' }).optional(),
  ACUTRACK_URL: origin().optional(),
  ACUTRACK_DEALER_ID: text.optional(),
  ACUTRACK_PASSWORD: text.optional(),
  ACUTRACK_WEBHOOK_SECRET: text.min(16, { error: 'must have 16 characters or more' }).optional(),
  HEIRLOOM_URL: origin().optional(),
  HEIRLOOM_KEY: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: url(['http:', 'https:']).optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: signingKey().optional(),
  APPLE_ISSUER: url(['http:', 'https:']).optional(),
  TWILIO_ACCOUNT_SID: text.regex(/^AC[0-9a-fA-F]{32}$/, { error: 'must be AC and 32 hex digits' }).optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text
    .regex(/^(?:\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/, { error: 'must be +number, or the MG… of a messaging service' })
    .optional(),
  TWILIO_WHATSAPP_FROM: text.regex(/^\+[1-9]\d{6,14}$/, { error: 'must be + and a number' }).optional(),
  TWILIO_WHATSAPP_TEMPLATE: text.regex(/^HX[0-9a-fA-F]{32}$/, { error: 'must be HX and 32 hex digits' }).optional(),
  UNSPLASH_ACCESS_KEY: text.optional(),
  TRANSCRIBE_URL: url(['http:', 'https:']).optional(),
  TRANSCRIBE_KEY: text.optional(),
  TRANSCRIBE_MODEL: text.default('whisper-1'),
  SIGN_IN_SANDBOX: flag.default(false),
  TRUST_PROXY: proxies().default(false),
  ANALYTICS: oneOf(['off', 'own', 'own+datalayer']).default('own+datalayer'),
  METRICS_TOKEN: text.min(16, { error: 'must have 16 characters or more' }).optional(),
  GATHER_ERRORS: flag.default(true),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).optional(),
});

/** Checks between variables. Separate from the schema, so that these problems are reported together with its own. */
export function missing(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === 'production' && !given.SESSION_SECRET) {
    problems.push('SESSION_SECRET is required in production: 32 random characters or more, the same for every process');
  }
  if (given.NODE_ENV === 'production' && isOpenHttp(given.APP_ORIGIN)) {
    problems.push('APP_ORIGIN must begin with https:// in production: over http browsers keep no session');
  }
  if (given.STORAGE === 's3') {
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (!given[name]) problems.push(`${name} is required where STORAGE=s3`);
    }
  }
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    problems.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY, to verify payments');
  }
  if (given.STRIPE_WEBHOOK_SECRET && !given.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_SECRET_KEY is required with STRIPE_WEBHOOK_SECRET, or payments would go to the sandbox');
  }
  if (given.TRANSCRIBE_KEY && !given.TRANSCRIBE_URL) {
    problems.push('TRANSCRIBE_URL is required with TRANSCRIBE_KEY, such as https://api.openai.com');
  }
  if (given.TWILIO_WHATSAPP_FROM && !given.TWILIO_ACCOUNT_SID) {
    problems.push('TWILIO_ACCOUNT_SID is required with TWILIO_WHATSAPP_FROM');
  }
  for (const group of [
    ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    ['TWILIO_WHATSAPP_FROM', 'TWILIO_WHATSAPP_TEMPLATE'],
    ['LOB_API_KEY', 'LOB_WEBHOOK_SECRET'],
    ['ACUTRACK_URL', 'ACUTRACK_DEALER_ID', 'ACUTRACK_PASSWORD', 'ACUTRACK_WEBHOOK_SECRET'],
    ['HEIRLOOM_URL', 'HEIRLOOM_KEY'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ]) {
    const lacking = group.filter((name) => !given[name]);
    if (lacking.length < group.length)
      problems.push(...lacking.map((name) => `${name} is required with the other variables of its provider`));
  }
  const hasSignInSandbox = /^(?:true|1|yes)$/.test(given.SIGN_IN_SANDBOX ?? '');
  if (given.NODE_ENV === 'production' && hasSignInSandbox) {
    problems.push('SIGN_IN_SANDBOX can’t be on in production: anyone could sign in as anyone');
  }
  if (!isLoopback(hostOf(given))) {
    const where = 'where HOST is not loopback (in production its default is 0.0.0.0)';
    if (!given.SMTP_URL) {
      problems.push(`SMTP_URL is required ${where}: without it sign-in links stay in an outbox. Or set HOST=127.0.0.1`);
    }
    if (hasSignInSandbox) {
      problems.push(`SIGN_IN_SANDBOX can’t be on ${where}: others could sign in as anyone. Or set HOST=127.0.0.1`);
    }
  }
  return problems;
}

function isOpenHttp(origin = ''): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Default: loopback, except in production. */
export function hostOf({ HOST, NODE_ENV }: { HOST?: string | undefined; NODE_ENV?: string | undefined }): string {
  return HOST?.trim() || (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
}
