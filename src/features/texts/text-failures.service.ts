/** Why a text did not arrive and what to do, by Twilio’s code (https://www.twilio.com/docs/api/errors). */
const WORDS: Readonly<Record<number, string>> = {
  21211: 'This number doesn’t exist. Check it, then try again.',
  21214: 'This number doesn’t exist. Check it, then try again.',
  21408: 'We can’t text this country. Write from your own phone.',
  21610: 'They answered STOP, so we send them no more texts. Tell them yourself.',
  21612: 'We can’t text this number. Write from your own phone.',
  21614: 'This isn’t a mobile number. Call them, or add a mobile number.',
  30003: 'Their phone was off or out of reach. Try again tomorrow.',
  30004: 'Their phone company blocked our text. Write from your own phone.',
  30005: 'This number isn’t in use any more. Ask them for the new one.',
  30006: 'This looks like a landline. Call them, or add a mobile number.',
  30007: 'Their phone company took our text for spam. Write from your own phone.',
  63003: 'This number isn’t on WhatsApp. Send a text instead.',
  63024: 'This number isn’t on WhatsApp. Send a text instead.',
  63049: 'WhatsApp didn’t deliver it. Write from your own phone.',
};

export const STOPPED = 21610;

/** What happened and what to do, for the organiser. */
export function wordsForFailure(code: number): string {
  return WORDS[code] ?? 'Our text didn’t arrive. Write from your own phone.';
}
