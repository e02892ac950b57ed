import type { Event, Undelivered } from '../../src/shared/contracts/events.ts';
import { listNames } from '../../src/shared/format.ts';
import { UNDELIVERED } from '../../src/shared/notifications.ts';
import { Banner } from '../../views/ui/notice.tsx';

/** Recipients that the last delivery did not reach, with reasons and advice. */
export function NotReached({ event }: { event: Pick<Event, 'recipients' | 'undelivered' | 'delivery'> }) {
  const words = event.delivery?.byText ? { ...WORDS, ...TEXT_WORDS } : WORDS;
  const named = (why: Undelivered['why']) =>
    event.recipients.filter(({ id }) => event.undelivered?.some((each) => each.recipientId === id && each.why === why));
  const sentences = UNDELIVERED.flatMap((why) => {
    const people = named(why);
    const names = listNames(people.map(({ firstName }) => firstName));
    return people.length > 0 ? [words[why](names, people.length)] : [];
  });
  if (sentences.length === 0) return null;
  return (
    <Banner tone="warn" title="Not everyone got it" role="status">
      {sentences.join(' ')}
    </Banner>
  );
}

const WORDS: Record<Undelivered['why'], (names: string, count: number) => string> = {
  stopped: (names, count) =>
    `${names} ${count > 1 ? 'don’t' : 'doesn’t'} want emails from us. Please hand over the link yourself.`,
  limit: (names) => `We can’t send ${names} another email for now. Please hand over the link yourself.`,
  unconfirmed: (names) => `The email to ${names} didn’t go out, because your email address isn’t confirmed yet.`,
  refused: (names, count) =>
    `The email to ${names} came back. Check the ${count > 1 ? 'addresses' : 'address'} and send it again, or hand over the link yourself.`,
  film: (names) => `It was time to give it to ${names}, but there was no film yet. Publish it, then give it.`,
  address: (names) =>
    `It was time to give it to ${names}, but there was no email address. Add one, or hand over the link yourself.`,
  failed: (names) => `We couldn’t get the email through to ${names}. Send it again, or hand over the link yourself.`,
};

/** Where it went to phones. */
const TEXT_WORDS: Partial<typeof WORDS> = {
  stopped: (names, count) =>
    `${names} ${count > 1 ? 'don’t' : 'doesn’t'} want texts from us. Please hand over the link yourself.`,
  limit: (names) => `We can’t text ${names} for now. Please hand over the link yourself.`,
  unconfirmed: (names) => `The text to ${names} didn’t go out, because your email address isn’t confirmed yet.`,
  address: (names) =>
    `It was time to give it to ${names}, but there was no phone number. Add one, or hand over the link yourself.`,
  failed: (names) =>
    `Our text to ${names} didn’t arrive. Check the number and send it again, or hand over the link yourself.`,
};
