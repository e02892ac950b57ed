import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Event } from '../../src/shared/contracts/events.ts';
import { Countdown } from '../../views/ui/countdown.tsx';
import { watchEvent } from '../runtime/socket-client.ts';

/** Current deadline and open state. */
export type Deadline = Pick<Event, 'deadline' | 'isClosed' | 'acceptsClips'>;

/** Calls back when the deadline moves; returns a function that unsubscribes. */
export function watchDeadline(uuid: string, onMoved: (moved: Deadline) => void): () => void {
  const watch = watchEvent(
    '/public',
    { event: uuid },
    {
      'event:updated': ({ deadline, isClosed, acceptsClips }) => {
        if (deadline === undefined || isClosed === undefined || acceptsClips === undefined) return;
        onMoved({ deadline, isClosed, acceptsClips });
      },
    },
  );
  return watch.stop;
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
