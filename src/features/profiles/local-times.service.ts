import { findProfile } from './profile-store.ts';

/** A time for a mail, in the reader's zone and kind of English. Default: UTC. */
export async function timeInWords(userId: string, time: Date): Promise<string> {
  const { locale, timeZone } = await readerOf(userId);
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone ?? 'UTC' });
  return `${words.format(time)} (${timeZone?.replaceAll('_', ' ') ?? 'UTC'})`;
}

/** The same without the time of day. */
export async function dateInWords(userId: string, time: Date): Promise<string> {
  const { locale, timeZone } = await readerOf(userId);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(time);
}

/** The zone and locale for mails to this account. */
async function readerOf(userId: string): Promise<{ locale: string; timeZone: string | null }> {
  const profile = await findProfile(userId);
  const language = profile?.language ?? 'en';
  return { locale: /^en-/.test(language) ? language : 'en-GB', timeZone: profile?.timeZone ?? null };
}
