import { type ReactNode, useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';

interface GiveNudgeProps {
  event: Event;
  names: ReactNode;
  onNudge: () => Promise<void>;
}

/** For a gift that stays wrapped: one reminder, which doesn’t say what it is. */
export function GiveNudge({ event: { delivery, openedAt, timeZone }, names, onNudge }: GiveNudgeProps) {
  const [isBusy, setBusy] = useState(false);
  if (openedAt || !delivery) return null;
  if (delivery.nudgedAt)
    return (
      <p>
        You reminded {names} on {momentInWords(delivery.nudgedAt, timeZone)}.
      </p>
    );
  if (!delivery.mayNudge) return null;
  return (
    <div className="give__tip">
      <Icon name="gift" />
      <p>Emails get lost. We can remind {names} once, without saying what it is.</p>
      <Button
        kind="second"
        size="small"
        busy={isBusy}
        onClick={async () => {
          setBusy(true);
          await onNudge();
          setBusy(false);
        }}
      >
        Send a reminder
      </Button>
    </div>
  );
}
