import { useEffect, useRef, useState } from 'react';
import { listHistory, listOrganisers } from '../../src/shared/contracts/organisers.ts';
import { api, isBusy } from '../runtime/api.ts';
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

  const refresh = useDebounced(async () => {
    const params = { id: uuid };
    const [people, lines] = await Promise.all([
      api.call(listOrganisers, { params }),
      api.call(listHistory, { params }),
    ]);
    setOrganisers(people);
    setHistory(lines);
  });

  useEffect(() => {
    if (userId === null) return;
    const watch = watchEvent(
      '/users',
      { event: uuid },
      {
        'organiser:updated': ({ userId: about }) => {
          if (about !== userId) return refresh();
          api.call(listOrganisers, { params: { id: uuid } }).then(setOrganisers, (error: unknown) => {
            if (isBusy(error)) refresh();
            else removed.current();
          });
        },
        'history:added': () => refresh(),
      },
      forMakers(() => refresh()),
    );
    return () => watch.stop();
  }, [uuid, userId, refresh]);

  return { organisers, history, refresh };
}
