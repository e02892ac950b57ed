import { listNames } from './format.ts';
import { hasQuietWords, type OccasionType } from './occasions.ts';

/**
 * Words for recipients of a gift that is still wrapped; its link follows them. They don't say what it is, nor who is in
 * it, so they can be read aloud or on a lock screen.
 */
export function giftNudgeWords(occasion: OccasionType, firstNames: readonly string[]): string {
  const names = listNames(firstNames);
  if (hasQuietWords(occasion)) {
    return `${names ? `Dear ${names}` : 'Hello'}, I sent you something a few days ago. Here is the link again, for whenever you have a quiet moment.`;
  }
  return `${names ? `Hi ${names}` : 'Hi'}! I sent you something a few days ago. It’s still wrapped! Here’s the link again, in case it got lost:`;
}
