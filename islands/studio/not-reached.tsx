import type { Event, Undelivered } from '../../src/shared/contracts/events.ts';
import { listNames } from '../../src/shared/format.ts';
import { UNDELIVERED } from '../../src/shared/undelivered.ts';
import { Banner } from '../../views/ui/notice.tsx';

/** Recipients that the last delivery did not reach, with reasons and advice. */
export function NotReached({ event }: { event: Pick<Event, 'recipients' | 'undelivered'> }) {
  const named = (why: Undelivered['why']) =>
    event.recipients.filter(({ id }) => event.undelivered?.some((each) => each.recipientId === id && each.why === why));
  const sentences = UNDELIVERED.flatMap((why) => {
    const people = named(why);
    const names = listNames(people.map(({ firstName }) => firstName));
    return people.length > 0 ? [WORDS[why](names, people.length)] : [];
  });
  if (sentences.length === 0) return null;
  return (
    <Banner tone="warn" title="Not everyone got it" role="status">
      {sentences.join(' ')}
    </Banner>
  );
}

const HAND = 'hand over the link yourself.';

/** By email or by text. */
const WORDS: Record<Undelivered['why'], (names: string, count: number) => string> = {
  stopped: (names, count) => `${names} ${count > 1 ? 'don’t' : 'doesn’t'} want messages from us. Please ${HAND}`,
  limit: (names) => `We can’t send ${names} another message for now. Please ${HAND}`,
  unconfirmed: (names) => `Nothing went out to ${names}, because your email address isn’t confirmed yet.`,
  refused: (names) => `The email to ${names} came back. Check for typos and send it again, or ${HAND}`,
  film: (names) => `It was time to give it to ${names}, but there was no film yet. Publish it, then give it.`,
  address: (names) => `It was time to give it to ${names}, but we didn’t know where to send it. Add that, or ${HAND}`,
  failed: (names) => `It didn’t get through to ${names}. Send it again, or ${HAND}`,
};
