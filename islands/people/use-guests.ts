import { useCallback, useEffect, useRef, useState } from 'react';
import { listRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { api } from '../runtime/api.ts';
import { forMakers } from '../runtime/for-makers.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import { useDebounced } from '../runtime/use-debounced.ts';
import type { PeopleProps } from './people-props.ts';

export interface Guests {
  guests: readonly Rsvp[];
  /** False while the connection is lost: what is shown may be old. */
  isLive: boolean;
  put(guest: Rsvp): void;
  drop(id: string): void;
  refresh(): void;
}

/** The guest list, live. */
export function useGuests({ event: { uuid }, guests: first, noMail }: PeopleProps): Guests {
  const [guests, setGuests] = useState<readonly Rsvp[]>(first);
  const [isLive, setLive] = useState(true);
  /** Changes so far, here or told by messages. */
  const changes = useRef(0);
  const change = useCallback((to: (now: readonly Rsvp[]) => readonly Rsvp[]) => {
    changes.current += 1;
    setGuests(to);
  }, []);

  const refresh = useDebounced(async () => {
    const before = changes.current;
    const list = await api.call(listRsvps, { params: { id: uuid } });
    // A list from before a change lacks it.
    if (changes.current === before) setGuests(list);
    else refresh();
  });
  const put = useCallback((guest: Rsvp) => change((now) => merged(now, guest)), [change]);
  const drop = useCallback((id: string) => change((now) => now.filter((each) => each.id !== id)), [change]);

  useEffect(() => {
    const watch = watchEvent(
      noMail === 'account' ? '/public' : '/users',
      { event: uuid },
      {
        'rsvp:updated': ({ isGone, hasNewAddress, ...guest }) => {
          if (isGone) return drop(guest.id);
          if (hasNewAddress) refresh();
          change((now) => {
            if (now.some(({ id }) => id === guest.id)) return merged(now, guest);
            refresh();
            return now;
          });
        },
      },
      forMakers(() => {
        setLive(true);
        refresh();
      }),
      () => setLive(false),
    );
    return () => watch.stop();
  }, [uuid, noMail, change, drop, refresh]);

  return { guests, isLive, put, drop, refresh };
}

/** Messages lack address, link and bounce, which stay as they are known. */
function merged(guests: readonly Rsvp[], changed: Rsvp): readonly Rsvp[] {
  return guests.some(({ id }) => id === changed.id)
    ? guests.map((each) => (each.id === changed.id ? { ...each, ...changed, bounce: bounceOf(each, changed) } : each))
    : [...guests, changed];
}

/** Why mail came back; nothing any more once the address was repaired, also by another organiser. */
function bounceOf(known: Rsvp, changed: Rsvp): string | null {
  const isMessage = changed.link === undefined;
  const isRepaired = known.status === 'bounced' && changed.status !== 'bounced';
  return isMessage && !isRepaired ? (changed.bounce ?? known.bounce) : changed.bounce;
}
