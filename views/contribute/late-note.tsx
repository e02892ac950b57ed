import type { ReactNode } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { Banner } from '../ui/notice.tsx';

interface LateNoteProps {
  event: Pick<Event, 'status' | 'isClosed'>;
  /** Name of the organiser. */
  host: ReactNode;
}

/** Shown after publishing while clips are still accepted. */
export function LateNote({ event: { status, isClosed }, host }: LateNoteProps) {
  if (isClosed || status === 'active') return null;
  return (
    <Banner tone="info" icon="clock" title="The film is made, but it’s not too late">
      Add your clip, and {host} can still put it in.
    </Banner>
  );
}
