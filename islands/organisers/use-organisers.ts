import { useEffect, useRef, useState } from 'react';
import { listHistory, listOrganisers } from '../../src/shared/contracts/organisers.ts';
import { api } from '../runtime/api.ts';
import { forMakers } from '../runtime/for-makers.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import { useDebounced } from '../runtime/use-debounced.ts';
import type { OrganisersProps } from './organisers-props.ts';

/** Organisers and history of an event, live. `onRemoved`: this user may not see them any more. */
export function useOrganisers({ uuid, userId, ...first }: OrganisersProps, onRemoved: () => void) {
  const [organisers, setOrganisers] = useState(first.organisers);
  const [history, setHistory] = useState(first.history);
  const removed = useRef(onRemoved);
  removed.current = onRemoved;

  const refresh = useDebounced(() => {
    const params = { id: uuid };
    return Promise.allSettled([
      api.call(listOrganisers, { params }).then(setOrganisers),
      api.call(listHistory, { params }).then(setHistory),
    ]);
  });

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
        'history:added': () => refresh(),
      },
      forMakers(() => refresh()),
    );
    return () => watch.stop();
  }, [uuid, userId, refresh]);

  return { organisers, history, refresh };
}
