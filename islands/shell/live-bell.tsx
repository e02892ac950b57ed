import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { listNotifications, type Notification, seeNotification } from '../../src/shared/contracts/notifications.ts';
import type { NewsChange } from '../../src/shared/contracts/socket-events.ts';
import { passOn } from '../news/news-message.ts';
import { api } from '../runtime/api.ts';
import { watchNews } from '../runtime/socket-client.ts';
import { useBellTap } from './use-bell-tap.ts';

const MOST = 99;
/** How many lines are looked through for the ones about this page. */
const LATEST = 10;

/** Keeps the number at the bell of the header, and what this page shows as seen. */
export function LiveBell({ sheet }: { sheet: string }) {
  const [unseen, setUnseen] = useState(0);
  const place = document.querySelector<HTMLAnchorElement>('a.shell__bell');
  const { Popover, close } = useBellTap(place, sheet);

  useEffect(() => {
    let isOver = false;
    let changes = 0;
    const take = (change: NewsChange) => {
      if (isOver) return;
      changes += 1;
      setUnseen(change.unseen);
      if (change.notification) seeIfShown(change.notification);
      passOn(change);
    };
    const load = async (): Promise<void> => {
      const before = changes;
      const { data, meta } = await api.callBeside(listNotifications, { query: { limit: LATEST } });
      if (isOver) return;
      // An answer from before a change lacks it.
      if (changes !== before) return load();
      setUnseen(meta.unseen);
      for (const line of data) seeIfShown(line);
    };
    const stop = watchNews(take, () => load().catch(logOnly));
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  // With the number, so that nobody hears one without the other.
  useLayoutEffect(() => {
    place?.setAttribute('aria-label', unseen > 0 ? `News, ${unseen} new` : 'News');
  }, [place, unseen]);
  if (!place) return null;
  return (
    <>
      {unseen > 0 &&
        createPortal(
          <span className="shell__bell-count" aria-hidden="true">
            {unseen > MOST ? `${MOST}+` : unseen}
          </span>,
          place,
        )}
      {Popover && createPortal(<Popover bell={place} onClose={close} />, document.body)}
    </>
  );
}

/** A person who looks at the page it is about needs neither number nor mail. */
function seeIfShown({ id, seenAt, url, eventId }: Notification): void {
  const isHere = eventId !== null && new URL(url, location.href).pathname === location.pathname;
  if (seenAt || !isHere || document.visibilityState !== 'visible') return;
  api.call(seeNotification, { params: { id } }).catch(logOnly);
}

function logOnly(error: unknown): void {
  console.info('The news could not be reached.', error);
}
