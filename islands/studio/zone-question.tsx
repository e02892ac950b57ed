import { useSyncExternalStore } from 'react';
import { zoneInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import type { Studio } from './use-studio.ts';

interface ZoneQuestionProps {
  studio: Studio;
  /** Opens the choice of another zone. */
  onOther: () => void;
}

/** Asks once for an event's time zone, if it is unknown. */
export function ZoneQuestion({ studio, onOther }: ZoneQuestionProps) {
  const timeZone = useSyncExternalStore(neverChanges, zoneHere, () => null);
  if (!studio.event.isZoneAssumed) return null;
  return (
    <Banner
      tone="info"
      icon="globe"
      title="Which time zone is this in?"
      action={
        <>
          <Button
            kind="second"
            size="small"
            onClick={() => void studio.saveDetails({ timeZone: zoneHere(), isZoneAssumed: false })}
          >
            Use {timeZone ? zoneInWords(timeZone) : 'my time zone'}
          </Button>
          <Button kind="quiet" size="small" onClick={onOther}>
            Choose another
          </Button>
        </>
      }
    >
      Until you choose one, every day and hour here is in UTC.
    </Banner>
  );
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const neverChanges = () => () => undefined;
