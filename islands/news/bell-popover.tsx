import { useEffect, useRef, useState } from 'react';
import {
  listNotifications,
  type Notification,
  readNotifications,
  seeNotifications,
} from '../../src/shared/contracts/notifications.ts';
import { Button, ButtonLink, IconButton } from '../../views/ui/button.tsx';
import { IconLink } from '../../views/ui/icon-link.tsx';
import { List } from '../../views/ui/list.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { agoInWords } from './news-days.ts';
import { NewsLine } from './news-line.tsx';
import { logNews, markRead, withLine } from './news-lines.ts';
import { hearNews } from './news-message.ts';

export interface BellPopoverProps {
  /** The link that opened it. */
  bell: HTMLElement;
  onClose(): void;
}

const SHOWN = 8;
const CLOCK = 30_000;

/** The latest news under the bell, live; a sheet on a phone. Opening it is seeing them. */
export function BellPopover({ bell, onClose }: BellPopoverProps) {
  const [news, setNews] = useState<Notification[] | null>(null);
  const [unread, setUnread] = useState(0);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [now, setNow] = useState(Date.now());
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  const [place] = useState(() => {
    const { bottom, right } = bell.getBoundingClientRect();
    return { '--bell-top': `${bottom + 6}px`, '--bell-end': `${document.documentElement.clientWidth - right}px` };
  });

  useEffect(() => {
    let isOver = false;
    const load = () =>
      api.callBeside(listNotifications, { query: { limit: SHOWN } }).then(
        ({ data, meta }) => {
          if (isOver) return;
          setNews(data);
          setUnread(meta.unread);
          setTrouble(null);
          if (meta.unseen > 0) api.call(seeNotifications, {}).catch(logNews);
        },
        (error: unknown) => {
          if (!isOver) setTrouble(reasonOf(error));
        },
      );
    void load();
    const timer = setInterval(() => setNow(Date.now()), CLOCK);
    const stop = hearNews(({ notification, unread: left }) => {
      setUnread(left);
      setNow(Date.now());
      if (!notification) return void load();
      setNews((shown) => withLine(shown ?? [], notification).slice(0, SHOWN));
      if (!notification.seenAt) api.call(seeNotifications, {}).catch(logNews);
    });
    return () => {
      isOver = true;
      clearInterval(timer);
      stop();
    };
  }, []);

  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
      bell.focus();
    };
    const onOutside = ({ target }: Event) => {
      const isInside = target instanceof Node && (box.current?.contains(target) || bell.contains(target));
      if (!isInside) onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [bell, onClose]);

  async function readAll() {
    setBusy(true);
    try {
      await api.call(readNotifications, {});
      const readAt = new Date().toISOString();
      setNews((shown) => (shown ?? []).map((each) => ({ ...each, readAt: each.readAt ?? readAt })));
      setUnread(0);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    setBusy(false);
  }

  const clock = { now, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return (
    <section ref={box} className="bell" role="dialog" aria-labelledby="bell-title" tabIndex={-1} style={place}>
      <header className="bell__head">
        <h2 id="bell-title">News</h2>
        {unread > 0 && (
          <Button kind="quiet" size="small" busy={isBusy} onClick={() => void readAll()}>
            Mark all as read
          </Button>
        )}
        <IconButton
          icon="close"
          label="Close"
          className="bell__close"
          onClick={() => {
            onClose();
            bell.focus();
          }}
        />
      </header>
      <p role="status" className="bell__said">
        {trouble ?? (news === null ? 'Loading…' : news.length === 0 ? 'Nothing new. Clips will show up here.' : '')}
      </p>
      <List className="bell__lines">
        {news?.map((line) => (
          <NewsLine key={line.id} line={line} when={agoInWords(line.updatedAt, clock)} onOpen={() => markRead(line)} />
        ))}
      </List>
      <footer className="bell__foot">
        <ButtonLink kind="second" size="small" href="/notifications">
          See everything
        </ButtonLink>
        <IconLink icon="settings" label="Which emails you get" href="/settings/profile#notifications" />
      </footer>
    </section>
  );
}
