import { Icon } from '../../views/ui/icon.tsx';
import type { Stuck } from './outbox.ts';

/** Why a message waits, and that nothing needs to be done. */
export function StuckNote({ stuck, what }: { stuck: NonNullable<Stuck>; what: string }) {
  return (
    <p className="chat__stuck" role="status">
      <Icon name={stuck === 'line' ? 'offline' : 'clock'} />
      <span>
        {stuck === 'line' ? 'No connection.' : 'That was a lot at once.'} {what} is saved and will be sent
        automatically.
      </span>
    </p>
  );
}
