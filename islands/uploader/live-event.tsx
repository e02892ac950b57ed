import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { acceptsButForDeadline } from '../../src/shared/collecting.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { CalendarLink } from '../../views/ui/calendar-link.tsx';
import { Countdown } from '../../views/ui/countdown.tsx';
import { api } from '../runtime/api.ts';
import { watchEvent } from '../runtime/socket-client.ts';

/** Current deadline and open state. */
export type Deadline = Pick<Event, 'deadline' | 'isClosed' | 'acceptsClips'>;

/** `setTimeout` takes no more, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** Until the server is asked again where a phone's clock is ahead, in milliseconds. */
const AGAIN = 60_000;

/**
 * Calls back when the deadline moves or passes. A phone may have slept for days, so it asks again on each connection.
 * Returns a function that unsubscribes.
 * @param known what the page shows
 */
export function watchDeadline(uuid: string, known: Deadline, onMoved: (moved: Deadline) => void): () => void {
  let last = known;
  const take = ({ deadline, isClosed, acceptsClips }: Partial<Deadline>) => {
    if (deadline === undefined || isClosed === undefined || acceptsClips === undefined) return;
    if (deadline === last.deadline && isClosed === last.isClosed && acceptsClips === last.acceptsClips) return;
    last = { deadline, isClosed, acceptsClips };
    onMoved(last);
    waitForEnd();
  };
  const catchUp = async () => {
    const before = last;
    const event = await api.call(getEvent, { params: { id: uuid } });
    // A message that came meanwhile is newer.
    if (last === before) take({ ...event, acceptsClips: acceptsButForDeadline(event) });
  };
  // The next connection tries again; the server refuses late clips.
  const join = () => void catchUp().catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Clocks of phones are wrong, so the server says whether the deadline has passed.
  let isOver = false;
  const waitForEnd = (atLeast = 0) => {
    clearTimeout(timer);
    if (isOver || last.deadline === null || last.isClosed) return;
    const left = Math.max(atLeast, Date.parse(last.deadline) - Date.now());
    timer = setTimeout(
      () =>
        void catchUp()
          .catch(() => undefined)
          .then(() => waitForEnd(Math.max(AGAIN, 2 * atLeast))),
      Math.min(left, LONGEST),
    );
  };
  waitForEnd();
  const { stop } = watchEvent('/public', { event: uuid }, { 'event:updated': take }, join);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}

/** Time left, replacing the server-rendered text. */
export function TimeLeft({ uuid, moved, timeZone }: { uuid: string; moved: Deadline; timeZone: string }) {
  const place = document.getElementById('time-left');
  useEffect(() => place?.querySelector('[data-old]')?.remove(), [place]);
  if (!place) return null;
  const { deadline, isClosed } = moved;
  return createPortal(
    deadline && !isClosed ? (
      <>
        <Countdown until={deadline} now={Date.now()} timeZone={timeZone} />
        <CalendarLink uuid={uuid} />
      </>
    ) : null,
    place,
  );
}
