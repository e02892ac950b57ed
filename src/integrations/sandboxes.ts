import type { Config } from '../platform/config.ts';

type Keys = Pick<Config, 'stripe' | 'google' | 'apple' | 'signInSandbox' | 'smtpUrl'>;

/** The sandboxes that a process needs; null for each vendor that is configured. */
export type Sandboxes = Awaited<ReturnType<typeof loadSandboxes>>;

/**
 * Loads the sandboxes of vendors without keys. Call it before connecting to the database, which builds the indexes of the
 * models loaded by then.
 */
export async function loadSandboxes(config: Keys) {
  const [stripe, openId, mail] = await Promise.all([
    config.stripe ? null : import('./sandbox/stripe.ts'),
    config.signInSandbox && !(config.google && config.apple) ? import('./sandbox/oidc.ts') : null,
    loadMailSandbox(config),
  ]);
  return { stripe, openId, mail };
}

/** The mail sandbox for a process without `SMTP_URL`; call it before connecting to the database. */
export async function loadMailSandbox({ smtpUrl }: Pick<Config, 'smtpUrl'>) {
  return smtpUrl === null ? import('./sandbox/smtp.ts') : null;
}
