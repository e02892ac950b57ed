import { useEffect, useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { shortMoment } from '../../src/shared/day-parts.ts';
import { momentInWords, zoneInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Names } from '../../views/ui/names.tsx';
import { DateLeaf } from './date-leaf.tsx';
import type { Studio } from './use-studio.ts';

/** Status of a planned, pending or delivered gift, in the studio's bar. */
export function GiveLine({ studio, onChange }: { studio: Studio; onChange: () => void }) {
  const { event } = studio;
  const { delivery, timeZone } = event;
  const names = <Names of={event.recipients.map((each) => each.firstName)} />;
  if (delivery?.undoFor != null) return <Undo key={delivery.at} studio={studio} seconds={delivery.undoFor} />;
  if (delivery?.isGoingOut) {
    return (
      <p className="give-bar" role="status">
        <strong>On its way to {names}</strong>
      </p>
    );
  }
  if (delivery?.at) {
    return (
      <div className="give-bar">
        <DateLeaf at={delivery.at} timeZone={timeZone} />
        <p>
          <strong>
            <span className="give-bar__whom">
              {delivery.byHand ? 'Opens for' : 'Goes to'} {names}
            </span>{' '}
            {shortMoment(delivery.at, timeZone)}
          </strong>{' '}
          <span className="l-small">{zoneInWords(timeZone)}</span>
        </p>
        <Button kind="second" className="l-push" onClick={onChange}>
          Change
        </Button>
      </div>
    );
  }
  if (!event.deliveredAt) return null;
  return (
    <div className="give-bar">
      <p>
        <strong className="give-bar__whom">{givenWords(event)}</strong>{' '}
        <span className="l-small">
          {momentInWords(event.openedAt ?? event.deliveredAt, timeZone)}
          {!event.openedAt && '. Not opened yet.'}
        </span>
      </p>
      <Button kind="second" className="l-push" onClick={onChange}>
        Details
      </Button>
    </div>
  );
}

/** Status of a delivered gift. */
export function givenWords({ recipients, openedAt, delivery }: Event) {
  const names = <Names of={recipients.map((each) => each.firstName)} />;
  if (openedAt) return <>{names} opened it</>;
  return (
    <>
      {delivery?.byHand ? 'Given to' : 'Sent to'} {names}
    </>
  );
}

/** Countdown to delivery; the server decides by its own clock. @param seconds as reported by the server */
function Undo({ studio, seconds }: { studio: Studio; seconds: number }) {
  const { event, takeBack } = studio;
  const [left, setLeft] = useState(seconds);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const ends = performance.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, (ends - performance.now()) / 1000)), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  const names = <Names of={event.recipients.map((each) => each.firstName)} />;
  const shown = Math.ceil(left);
  return (
    <div className="give-bar give-bar--undo">
      {shown > 0 && (
        <span className="give-bar__ring" aria-hidden="true">
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="20" />
            <circle className="give-bar__left" cx="24" cy="24" r="20" pathLength="10" strokeDasharray={`${left} 10`} />
          </svg>
          <span className="l-display l-num">{shown}</span>
        </span>
      )}
      <p>
        <strong role="status" className="give-bar__whom">
          {event.delivery?.byHand ? 'Opening it for' : 'Sending to'} {names}
        </strong>{' '}
        <span className="l-small">{shown > 0 ? `in ${shown} ${shown === 1 ? 'second' : 'seconds'}` : 'right now'}</span>
      </p>
      {shown > 0 && (
        <Button
          kind="second"
          size="big"
          icon="undo"
          className="l-push"
          busy={isBusy}
          onClick={async () => {
            setBusy(true);
            await takeBack();
            setBusy(false);
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
