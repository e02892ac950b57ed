import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { acceptsButForDeadline } from '../../src/shared/collecting.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { Countdown } from '../../views/ui/countdown.tsx';
import { api } from '../runtime/api.ts';
import { watchEvent } from '../runtime/socket-client.ts';

/** Current deadline and open state. */
export type Deadline = Pick<Event, 'deadline' | 'isClosed' | 'acceptsClips'>;

/**
 * Calls back when the deadline moves. A phone may have slept for days, so it asks again on each connection. Returns a
 * function that unsubscribes.
 * @param known what the page shows
 */
export function watchDeadline(uuid: string, known: Deadline, onMoved: (moved: Deadline) => void): () => void {
  let last = known;
  const take = ({ deadline, isClosed, acceptsClips }: Partial<Deadline>) => {
    if (deadline === undefined || isClosed === undefined || acceptsClips === undefined) return;
    if (deadline === last.deadline && isClosed === last.isClosed && acceptsClips === last.acceptsClips) return;
    last = { deadline, isClosed, acceptsClips };
    onMoved(last);
  };
  const catchUp = async () => {
    const before = last;
    const event = await api.call(getEvent, { params: { id: uuid } });
    // A message that came meanwhile is newer.
    if (last === before) take({ ...event, acceptsClips: acceptsButForDeadline(event) });
  };
  // The next connection tries again; the server refuses late clips.
  const join = () => void catchUp().catch(() => undefined);
  return watchEvent('/public', { event: uuid }, { 'event:updated': take }, join).stop;
}

/** Time left, replacing the server-rendered text. */
export function TimeLeft({ moved, timeZone }: { moved: Deadline; timeZone: string }) {
  const place = document.getElementById('time-left');
  useEffect(() => place?.querySelector('[data-old]')?.remove(), [place]);
  if (!place) return null;
  const { deadline, isClosed } = moved;
  return createPortal(
    deadline && !isClosed ? <Countdown until={deadline} now={Date.now()} timeZone={timeZone} /> : null,
    place,
  );
}
