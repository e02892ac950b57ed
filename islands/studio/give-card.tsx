import type { Event } from '../../src/shared/contracts/events.ts';
import { Icon } from '../../views/ui/icon.tsx';

/** A card to print, with a code that opens the gift. */
export function GiveCard({ event: { uuid } }: { event: Pick<Event, 'uuid'> }) {
  return (
    <div className="give__tip">
      <Icon name="qr" />
      <p>
        Something to hold? Print a card with a code to scan: <a href={`/e/${uuid}/card/a6.pdf`}>A6, two sides</a> or{' '}
        <a href={`/e/${uuid}/card/letter.pdf`}>US Letter, to fold</a>.
      </p>
    </div>
  );
}
