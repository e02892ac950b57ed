import { listNames } from './format.ts';

/**
 * Why a recipient got no gift by mail or text: they stopped our messages, a limit was reached, the sender's address is
 * unconfirmed, their mail server refused it, it was unreachable for long, or there was no film or address in time.
 */
export const UNDELIVERED = ['stopped', 'limit', 'unconfirmed', 'refused', 'failed', 'film', 'address'] as const;

type Why = (typeof UNDELIVERED)[number];

/** Recipients that a delivery did not reach, with reasons and advice, in sentences; empty for none. */
export function undeliveredWords(
  recipients: readonly { id: string; firstName: string }[],
  undelivered: readonly { recipientId: string; why: Why }[],
): string {
  const sentences = UNDELIVERED.flatMap((why) => {
    const people = recipients.filter(({ id }) =>
      undelivered.some((each) => each.recipientId === id && each.why === why),
    );
    return people.length > 0 ? [WORDS[why](listNames(people.map(({ firstName }) => firstName)), people.length)] : [];
  });
  return sentences.join(' ');
}

const HAND = 'hand over the link yourself.';

/** By email or by text. */
const WORDS: Record<Why, (names: string, count: number) => string> = {
  stopped: (names, count) => `${names} ${count > 1 ? 'don’t' : 'doesn’t'} want messages from us. Please ${HAND}`,
  limit: (names) => `We can’t send ${names} another message for now. Please ${HAND}`,
  unconfirmed: (names) => `Nothing went out to ${names}, because your email address isn’t confirmed yet.`,
  refused: (names) => `The email to ${names} came back. Check for typos and send it again, or ${HAND}`,
  film: (names) => `It was time to give it to ${names}, but there was no film yet. Publish it, then give it.`,
  address: (names) => `It was time to give it to ${names}, but we didn’t know where to send it. Add that, or ${HAND}`,
  failed: (names) => `It didn’t get through to ${names}. Send it again, or ${HAND}`,
};
