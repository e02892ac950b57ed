import { randomUUID } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { LINK_LIFETIME } from '../../shared/limits.ts';
import type { AccountTemplate, MailJobData, MailValues } from '../../shared/mails.ts';

/** Milliseconds in which a mail’s link works: later the mail only confuses. */
const OF_USE: Partial<Record<AccountTemplate, number>> = LINK_LIFETIME;

/** Enqueues a mail about an account. */
export async function sendAccountMail<T extends AccountTemplate>(
  template: T,
  to: string,
  values: MailValues<T>,
  key: string = randomUUID(),
  replyTo: string | null = null,
): Promise<void> {
  const unique = `${template}:${key}`;
  const ofUse: number | undefined = OF_USE[template];
  const until = ofUse === undefined ? {} : { until: Date.now() + ofUse };
  const data = { key: unique, to, template, values, ...until, ...(replyTo && { replyTo }) } as MailJobData;
  await platform().queue.enqueue(mailJobs.send, data, { uniqueKey: unique });
}

/** The absolute URL of a page, never built from the Host header. */
export function pageUrl(path: `/${string}`): string {
  return `${platform().config.appOrigin}${path}`;
}
