import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type * as z from 'zod';
import type { AnalyticsMode } from '../shared/analytics-marks.ts';
import type { AddOnId } from '../shared/catalogue.ts';
import type { CardFee } from '../shared/presents.ts';
import { packagesFrom } from '../shared/pricing.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import { toMakers, toOffers } from './config-makers.ts';
import { environment, hostOf, missing } from './environment.ts';
import { keptSecret } from './secret.ts';

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
  /** On invoices. `prefix` of their numbers; address lines. */
  seller: { name: string; address: string[]; taxId: string; email: string; prefix: string };
  /** Null: the payment sandbox. `hasTax`: Stripe works out the tax that prices include. */
  stripe: { secretKey: string; webhookSecret: string; hasTax: boolean } | null;
  /** Add-ons that are sold. */
  offers: readonly AddOnId[];
  /** What a contributor to a pool pays for the card. */
  cardFee: CardFee;
  /** Gift cards. Null: their sandbox. `fundingSource`: what pays for them there. `webhookKey`: null takes no webhooks. */
  tremendous: { apiKey: string; fundingSource: string; webhookKey: string | null } | null;
  /** Who plants trees. Null: their sandbox. */
  ecologiKey: string | null;
  /** Of these, what the operator sends without a maker. */
  ownOffers: readonly AddOnId[];
  /** Who makes and posts things. Null: nobody, or the workshop of the sandbox. */
  makers: {
    lob: { apiKey: string; webhookSecret: string; from: string | null } | null;
    acutrack: { url: string; dealerId: string; password: string; webhookSecret: string } | null;
    heirloom: { url: string; key: string } | null;
    /** Stands in for those that are null; never in production, nor where real money is paid. */
    hasSandbox: boolean;
  };
  /** A service that speaks OpenAI's transcriptions, without a trailing slash. Null: its sandbox, which can't hear. */
  transcribe: { url: string; key: string | null; model: string } | null;
  /** Null: no Google sign-in, except in `signInSandbox`. */
  google: GoogleConfig | null;
  /** Null: no Apple sign-in, except in `signInSandbox`. */
  apple: AppleConfig | null;
  /** Replaces providers without keys by a stand-in that accepts any identity. Never in production. */
  signInSandbox: boolean;
  /** Null: the text sandbox. `from`: number or messaging service; `template`: for WhatsApp, approved there. */
  twilio: {
    accountSid: string;
    authToken: string;
    from: string;
    whatsApp: { from: string; template: string } | null;
  } | null;
  /** Null: the photo sandbox. */
  unsplashKey: string | null;
  /** Express's `trust proxy`: how many proxies, or which, to trust. Never `true`, which trusts every client. */
  trustProxy: false | number | string;
  /**
   * Where sign-ups, logins and starts are counted with consent: nowhere, our database, or also the page's `dataLayer`.
   */
  analytics: AnalyticsMode;
  /** Null: metrics are available from loopback only. */
  metricsToken: string | null;
  /** Whether errors of browsers and servers are gathered for the staff desk. */
  gathersErrors: boolean;
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
    seller: {
      name: env.SELLER_NAME,
      address: env.SELLER_ADDRESS.split(/\\n|;/)
        .map((line) => line.trim())
        .filter(Boolean),
      taxId: env.SELLER_TAX_ID ?? '',
      email: env.SELLER_EMAIL ?? env.SUPPORT_EMAIL ?? '',
      prefix: env.INVOICE_PREFIX,
    },
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
          hasTax: env.STRIPE_TAX,
        }
      : null,
    cardFee: env.CARD_FEE,
    tremendous: env.TREMENDOUS_API_KEY
      ? {
          apiKey: env.TREMENDOUS_API_KEY,
          fundingSource: env.TREMENDOUS_FUNDING_SOURCE,
          webhookKey: env.TREMENDOUS_WEBHOOK_KEY ?? null,
        }
      : null,
    ecologiKey: env.ECOLOGI_API_KEY ?? null,
    offers: toOffers(env),
    ownOffers: env.OFFERS ?? [],
    makers: toMakers(env),
    transcribe: env.TRANSCRIBE_URL
      ? {
          // People copy it with the version.
          url: env.TRANSCRIBE_URL.replace(/\/+(?:v1\/*)?$/, ''),
          key: env.TRANSCRIBE_KEY ?? null,
          model: env.TRANSCRIBE_MODEL,
        }
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
          privateKey: env.APPLE_PRIVATE_KEY ?? '',
          issuer: env.APPLE_ISSUER ?? null,
        }
      : null,
    signInSandbox: env.SIGN_IN_SANDBOX,
    twilio: env.TWILIO_ACCOUNT_SID
      ? {
          accountSid: env.TWILIO_ACCOUNT_SID,
          authToken: env.TWILIO_AUTH_TOKEN ?? '',
          from: env.TWILIO_FROM ?? '',
          whatsApp: env.TWILIO_WHATSAPP_FROM
            ? { from: env.TWILIO_WHATSAPP_FROM, template: env.TWILIO_WHATSAPP_TEMPLATE ?? '' }
            : null,
        }
      : null,
    unsplashKey: env.UNSPLASH_ACCESS_KEY ?? null,
    trustProxy: env.TRUST_PROXY,
    analytics: env.ANALYTICS,
    metricsToken: env.METRICS_TOKEN ?? null,
    gathersErrors: env.GATHER_ERRORS,
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
