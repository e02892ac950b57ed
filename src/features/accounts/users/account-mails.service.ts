import { randomUUID } from 'node:crypto';
import { platform } from '../../../platform/platform.ts';
import { mailJobs } from '../../../shared/jobs.ts';
import type { MailJobData, MailTemplate, MailValues } from '../../../shared/mails.ts';
import { findProfile } from '../profiles/profile-store.ts';

/** Hands a mail about an account to the queue. `path` becomes the whole address of a page of ours. */
export async function sendAccountMail<T extends MailTemplate>(
  template: T,
  to: string,
  values: MailValues<T>,
  key: string = randomUUID(),
): Promise<void> {
  const unique = `${template}:${key}`;
  const data = { key: unique, to, template, values } as MailJobData;
  await platform().queue.enqueue(mailJobs.send, data, { uniqueKey: unique });
}

/** The whole address of a page of ours, never built from what a request says. */
export function pageUrl(path: `/${string}`): string {
  return `${platform().config.appOrigin}${path}`;
}

/** A time in words for a mail to a user: in their zone, or in UTC where we don't know it, and as their kind of English writes it. */
export async function timeInWords(userId: string, time: Date): Promise<string> {
  const { locale, timeZone } = await readerOf(userId);
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone ?? 'UTC' });
  return `${words.format(time)} (${timeZone?.replaceAll('_', ' ') ?? 'UTC'})`;
}

/** The same without the time of the day. */
export async function dateInWords(userId: string, time: Date): Promise<string> {
  const { locale, timeZone } = await readerOf(userId);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(time);
}

/** The zone and the English that mails to this account are written in. */
async function readerOf(userId: string): Promise<{ locale: string; timeZone: string | null }> {
  const profile = await findProfile(userId);
  const language = profile?.language ?? 'en';
  return { locale: /^en-/.test(language) ? language : 'en-GB', timeZone: profile?.timeZone ?? null };
}
