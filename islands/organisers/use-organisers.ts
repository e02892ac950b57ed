import { useCallback, useEffect, useRef, useState } from 'react';
import { listHistory, listOrganisers } from '../../src/shared/contracts/organisers.ts';
import { api } from '../runtime/api.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import type { OrganisersProps } from './organisers-props.ts';

/** Pause before lists are read again, in milliseconds: changes come in bunches. */
const PAUSE = 400;

/** Organisers and history of an event, live. `onRemoved`: this user may not see them any more. */
export function useOrganisers({ uuid, userId, ...first }: OrganisersProps, onRemoved: () => void) {
  const [organisers, setOrganisers] = useState(first.organisers);
  const [history, setHistory] = useState(first.history);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const removed = useRef(onRemoved);
  removed.current = onRemoved;

  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const params = { id: uuid };
      // The next message or connection tries again.
      api.call(listOrganisers, { params }).then(setOrganisers, () => undefined);
      api.call(listHistory, { params }).then(setHistory, () => undefined);
    }, PAUSE);
  }, [uuid]);

  useEffect(() => {
    if (userId === null) return;
    const watch = watchEvent(
      '/users',
      { event: uuid },
      {
        'organiser:updated': ({ userId: about }) => {
          if (about !== userId) return refresh();
          api.call(listOrganisers, { params: { id: uuid } }).then(setOrganisers, () => removed.current());
        },
        'history:added': refresh,
      },
      refresh,
    );
    return () => {
      clearTimeout(timer.current);
      watch.stop();
    };
  }, [uuid, userId, refresh]);

  return { organisers, history, refresh };
}
