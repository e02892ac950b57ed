import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import type { AnalyticsMode } from '../shared/analytics-marks.ts';
import { FILM_PRICE, packagesFrom } from '../shared/pricing.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import badPorts from './bad-ports.json' with { type: 'json' };
import {
  diskSpace,
  dnsServers,
  filmPrice,
  flag,
  oneOf,
  origin,
  rating,
  text,
  url,
  wholeNumber,
} from './config-values.ts';
import { isLoopback } from './loopback.ts';
import { isMailAddress } from './mail-address.ts';
import { keptSecret } from './secret.ts';

const port = wholeNumber(0, 65535).refine((value) => !badPorts.includes(value), {
  error: 'is a port that browsers refuse to open; choose another, such as 3000',
});

const environment = z.object({
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
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: url(['http:', 'https:']).optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: text.optional(),
  APPLE_ISSUER: url(['http:', 'https:']).optional(),
  SIGN_IN_SANDBOX: flag.default(false),
  TRUST_PROXY: z.union([wholeNumber(1, 10), flag.transform((on) => (on ? 1 : false)), text]).default(false),
  ANALYTICS: oneOf(['off', 'own', 'own+datalayer']).default('own+datalayer'),
  METRICS_TOKEN: text.min(16, { error: 'must have 16 characters or more' }).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).optional(),
});

/** Checks between variables. Separate from the schema, so that these problems are reported together with its own. */
function missing(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === 'production' && !given.SESSION_SECRET) {
    problems.push('SESSION_SECRET is required in production: 32 random characters or more, the same for every process');
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
  for (const group of [
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

function hostOf({ HOST, NODE_ENV }: { HOST?: string | undefined; NODE_ENV?: string | undefined }): string {
  return HOST?.trim() || (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
}

export interface DiskStorageConfig {
  kind: 'disk';
  /** Absolute path. */
  folder: string;
}

export interface S3StorageConfig {
  kind: 's3';
  /** Null: Amazon's endpoint for the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

export interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  /** Issuer of another OpenID Connect provider, found by its discovery document. Null: Google. */
  issuer: string | null;
}

export interface AppleConfig {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PEM, PKCS#8. */
  privateKey: string;
  /** Null: Apple. */
  issuer: string | null;
}

/** All settings from the environment, read once at start-up. No other code reads `process.env`. */
export interface Config {
  env: 'development' | 'test' | 'production';
  port: number;
  host: string;
  /** Scheme, host and port for links, without a trailing slash. */
  appOrigin: string;
  /** Origin that serves media, such as a CDN. Null: `appOrigin`. */
  mediaOrigin: string | null;
  /** Back office linked from the admin menu. Null: no link. */
  adminUrl: string | null;
  /** Absolute path of all local data. */
  varDir: string;
  /** Bytes that uploads leave free on the disk. Null: 5 %, at least 2 GB or a quarter of a small disk. */
  diskReserve: number | null;
  /** Null: no database was started. */
  mongodbUri: string | null;
  redisUrl: string | null;
  sessionSecret: string;
  storage: DiskStorageConfig | S3StorageConfig;
  /** Null: mails go to the sandbox outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Address for unanswered chat messages. Null: they appear at the desk only. */
  supportEmail: string | null;
  /**
   * DNS servers that check whether a domain takes mail (`address` or `address:port`). An empty list disables the check.
   */
  mailDnsServers: 'system' | readonly string[];
  /** Service that checks a new password for leaks by five characters of its hash. Null: no check. */
  leakedPasswordsUrl: string | null;
  /** Facts for pages and search engines, with the prices that are charged. */
  facts: SiteFacts;
  /** Null: the payment sandbox. */
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** Null: no Google sign-in, except in `signInSandbox`. */
  google: GoogleConfig | null;
  /** Null: no Apple sign-in, except in `signInSandbox`. */
  apple: AppleConfig | null;
  /** Replaces providers without keys by a stand-in that accepts any identity. Never in production. */
  signInSandbox: boolean;
  /** Express's `trust proxy`: how many proxies, or which, to trust. Never `true`, which trusts every client. */
  trustProxy: false | number | string;
  /**
   * Where sign-ups, logins and starts are counted with consent: nowhere, our database, or also the page's `dataLayer`.
   */
  analytics: AnalyticsMode;
  /** Null: metrics are available from loopback only. */
  metricsToken: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /**
   * Long clips encoded in parallel by one worker process, up to two cores each. Short clips have a pool of their own.
   */
  workerConcurrency: number;
}

/** The environment is invalid; the message names every variable at fault. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration. Throws one `ConfigError` with all problems; never repeats a value, which may be a secret.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missing(given),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(env: z.output<typeof environment>): Config {
  const varDir = isAbsolute(env.VAR_DIR) ? env.VAR_DIR : resolve(env.VAR_DIR);
  const appOrigin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`;
  return {
    env: env.NODE_ENV,
    port: env.PORT,
    host: hostOf(env),
    appOrigin,
    mediaOrigin: env.MEDIA_ORIGIN ?? null,
    adminUrl: env.ADMIN_URL ?? null,
    varDir,
    diskReserve: env.DISK_RESERVE ?? null,
    mongodbUri: env.MONGODB_URI ?? null,
    redisUrl: env.REDIS_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? keptSecret(varDir),
    storage: toStorage(env, varDir),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    mailDnsServers: env.MAIL_DNS_SERVERS,
    leakedPasswordsUrl: toLeakedPasswordsUrl(env),
    facts: { packages: packagesFrom(env.FILM_PRICE), rating: env.RATING },
    stripe: env.STRIPE_SECRET_KEY
      ? { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '' }
      : null,
    google: env.GOOGLE_CLIENT_ID
      ? {
          clientId: env.GOOGLE_CLIENT_ID,
          clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
          issuer: env.GOOGLE_ISSUER ?? null,
        }
      : null,
    apple: env.APPLE_CLIENT_ID
      ? {
          clientId: env.APPLE_CLIENT_ID,
          teamId: env.APPLE_TEAM_ID ?? '',
          keyId: env.APPLE_KEY_ID ?? '',
          // A multi-line key is passed on one line with `\n`.
          privateKey: (env.APPLE_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
          issuer: env.APPLE_ISSUER ?? null,
        }
      : null,
    signInSandbox: env.SIGN_IN_SANDBOX,
    trustProxy: env.TRUST_PROXY,
    analytics: env.ANALYTICS,
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : 'info'),
    // One encoder uses two cores.
    workerConcurrency: env.WORKER_CONCURRENCY ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
}

function toLeakedPasswordsUrl(env: z.output<typeof environment>): string | null {
  const url = env.LEAKED_PASSWORDS_URL ?? (env.NODE_ENV === 'production' ? 'https://api.pwnedpasswords.com' : 'none');
  return url === 'none' ? null : url.replace(/\/+$/, '');
}

function toStorage(env: z.output<typeof environment>, varDir: string): Config['storage'] {
  if (env.STORAGE === 'disk') return { kind: 'disk', folder: resolve(varDir, 'files') };
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT ?? null,
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    // Most servers other than Amazon's have no host name for each bucket.
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  };
}
