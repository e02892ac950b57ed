import type { Event } from '../../src/shared/contracts/events.ts';
import { undeliveredWords } from '../../src/shared/undelivered.ts';
import { Banner } from '../../views/ui/notice.tsx';

/** Recipients that the last delivery did not reach, with reasons and advice. */
export function NotReached({ event }: { event: Pick<Event, 'recipients' | 'undelivered'> }) {
  const words = undeliveredWords(event.recipients, event.undelivered ?? []);
  if (!words) return null;
  return (
    <Banner tone="warn" title="Not everyone got it" role="status">
      {words}
    </Banner>
  );
}
