import { findProfile } from './profile-store.ts';

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
