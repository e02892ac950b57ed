import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/db.ts';
import type { Log } from '../platform/log.ts';
import { createMailer, type Mailer } from '../platform/mail/mailer.ts';
import { loadMailSandbox } from './sandboxes.ts';

/** The mailer of this process: through `SMTP_URL`, or into the sandbox's outbox where there is none. */
export async function startMailer(
  config: Pick<Config, 'env' | 'smtpUrl' | 'mailFrom'>,
  db: Pick<Database, 'connection'>,
  log: Log,
): Promise<Mailer> {
  const sandbox = await (await loadMailSandbox(config))?.startSmtpSandbox(db, log);
  if (sandbox && config.env === 'production') {
    log.warn('SMTP_URL is not set: mails reach nobody, they are kept in the database');
  }
  const mailer = createMailer({ smtpUrl: config.smtpUrl ?? sandbox?.url ?? '', mailFrom: config.mailFrom }, log);
  return {
    ...mailer,
    async close() {
      await mailer.close();
      await sandbox?.close();
    },
  };
}
