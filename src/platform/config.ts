import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { keptSecret } from './secret.ts';

/** Set and not blank; an empty variable (`KEY=`) counts as not given. */
const text = z.string().trim().min(1);
const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1' || value === 'yes');
const port = wholeNumber(0, 65535);

const environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: text.optional(),
  APP_ORIGIN: origin().optional(),
  MEDIA_ORIGIN: origin().optional(),
  ADMIN_URL: url(['http:', 'https:']).optional(),
  VAR_DIR: text.default('var'),
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
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  TRUST_PROXY: z.union([wholeNumber(1, 10), flag.transform((on) => (on ? 1 : false)), text]).default(false),
  METRICS_TOKEN: text.min(16, { error: 'must have 16 characters or more' }).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).default(1),
});

/** What one variable asks of another; apart from the object, so that these are told together with its problems. */
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
    problems.push('STRIPE_WEBHOOK_SECRET is required beside STRIPE_SECRET_KEY, or no payment could be believed');
  }
  return problems;
}

export interface DiskStorageConfig {
  kind: 'disk';
  /** Absolute path of the folder that holds the files. */
  folder: string;
}

export interface S3StorageConfig {
  kind: 's3';
  /** Null means Amazon's own endpoint of the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

/** Everything the environment decides, read once at boot and handed down; nobody else reads `process.env`. */
export interface Config {
  env: 'development' | 'test' | 'production';
  port: number;
  host: string;
  /** Scheme, host and port that links are built from; no slash at the end. */
  appOrigin: string;
  /** Another origin that serves media (a CDN in front of us); null means `appOrigin`. */
  mediaOrigin: string | null;
  /** Where mails to staff point to. */
  adminUrl: string;
  /** Absolute path; all local data lies below it. */
  varDir: string;
  /** Null only where nobody started a database. */
  mongodbUri: string | null;
  redisUrl: string | null;
  sessionSecret: string;
  storage: DiskStorageConfig | S3StorageConfig;
  /** Null means the outbox of the sandbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null means the payment sandbox. */
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** As Express takes it: how many proxies, or which, may say who the visitor is. Never `true`, which believes anyone. */
  trustProxy: false | number | string;
  /** Null means that only loopback may read the metrics. */
  metricsToken: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** How many clips one worker process prepares side by side; each uses up to two cores and 500 MB. */
  workerConcurrency: number;
}

/** The environment can't be used; the message names every variable at fault. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads the configuration; throws one `ConfigError` that lists every problem. Never repeats a value, which may be a secret. */
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
    host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    appOrigin,
    mediaOrigin: env.MEDIA_ORIGIN ?? null,
    adminUrl: env.ADMIN_URL ?? `${appOrigin}/admin`,
    varDir,
    mongodbUri: env.MONGODB_URI ?? null,
    redisUrl: env.REDIS_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? keptSecret(varDir),
    storage: toStorage(env, varDir),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    stripe: env.STRIPE_SECRET_KEY
      ? { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '' }
      : null,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : 'info'),
    workerConcurrency: env.WORKER_CONCURRENCY,
  };
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
    // Servers that are not Amazon's mostly have no name a bucket.
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  };
}

function oneOf<const T extends string>(values: readonly T[]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}

function url(protocols: string[]) {
  const error = `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return text.refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)) && hasHost(value), {
    error,
  });
}

/** A list of hosts, as MongoDB takes it, is no URL to `URL`; it is enough that something stands there. */
function hasHost(value: string): boolean {
  return /^[a-z0-9+]+:\/\/[^/\s]+/i.test(value);
}

function origin() {
  const error = 'must be an origin such as https://example.com, with no path';
  return text
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), { error })
    .refine((value) => !URL.canParse(value) || (new URL(value).pathname === '/' && !/[?#@]/.test(value)), { error })
    .transform((value) => new URL(value).origin);
}
