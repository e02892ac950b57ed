import { useEffect, useState } from 'react';
import { listNotifications, readNotifications, seeNotifications } from '../../src/shared/contracts/notifications.ts';
import { NEWS_SHOWN } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Empty } from '../../views/ui/empty.tsx';
import { List } from '../../views/ui/list.tsx';
import { TabLinks } from '../../views/ui/tabs.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { agoInWords, byDay } from './news-days.ts';
import { NewsLine } from './news-line.tsx';
import { logNews, markRead, withLine } from './news-lines.ts';
import { hearNews } from './news-message.ts';
import type { NewsProps } from './news-props.ts';

const CLOCK = 30_000;

/** The list of news, live. Without script, links and a form. */
export default function News(props: NewsProps) {
  const { isUnreadOnly, isLater, timeZone } = props;
  const [news, setNews] = useState(props.news);
  const [cursor, setCursor] = useState(props.nextCursor);
  const [unread, setUnread] = useState(props.unread);
  const [now, setNow] = useState(props.now);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    const query = { limit: NEWS_SHOWN, ...(isUnreadOnly && { unread: 'true' as const }) };
    const reload = () =>
      api.callBeside(listNotifications, { query }).then(({ data, meta }) => {
        setNews(data);
        setCursor(meta.nextCursor);
      }, logNews);
    const see = () => {
      if (document.visibilityState === 'visible') api.call(seeNotifications, {}).catch(logNews);
    };
    see();
    document.addEventListener('visibilitychange', see);
    const stop = hearNews(({ notification, unread: left }) => {
      setUnread(left);
      setNow(Date.now());
      if (!notification) void (isLater || reload());
      else {
        setNews((shown) => withLine(shown, notification, isLater));
        if (!notification.seenAt) see();
      }
    });
    return () => {
      stop();
      document.removeEventListener('visibilitychange', see);
    };
  }, [isUnreadOnly, isLater]);

  async function readAll() {
    setBusy(true);
    setTrouble(null);
    try {
      await api.call(readNotifications, {});
      const readAt = new Date().toISOString();
      setNews((shown) => (isUnreadOnly ? [] : shown.map((each) => ({ ...each, readAt: each.readAt ?? readAt }))));
      setUnread(0);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    setBusy(false);
  }

  async function showOlder() {
    setBusy(true);
    setTrouble(null);
    try {
      const query = { limit: NEWS_SHOWN, ...(cursor && { cursor }), ...(isUnreadOnly && { unread: 'true' as const }) };
      const { data, meta } = await api.callBeside(listNotifications, { query });
      setNews((shown) => [...shown, ...data.filter(({ id }) => !shown.some((each) => each.id === id))]);
      setCursor(meta.nextCursor);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    setBusy(false);
  }

  const clock = { now, timeZone };
  const tabs = [
    { href: '/notifications', label: 'All', isCurrent: !isUnreadOnly },
    { href: '/notifications?show=new', label: 'New', isCurrent: isUnreadOnly, ...(unread > 0 && { count: unread }) },
  ];
  return (
    <>
      <div className="news__bar">
        <TabLinks label="Show" tabs={tabs} />
        {unread > 0 && (
          <form
            method="post"
            action="/notifications/read"
            onSubmit={(event) => {
              event.preventDefault();
              void readAll();
            }}
          >
            <Button type="submit" kind="quiet" size="small" icon="check" busy={isBusy}>
              Mark all as read
            </Button>
          </form>
        )}
      </div>
      <p role="status" className="news__trouble">
        {trouble}
      </p>
      {news.length === 0 && (
        <Empty title="Nothing new">
          {isUnreadOnly ? 'You’ve read everything.' : 'What happens with your VidDays will show up here.'}
        </Empty>
      )}
      {byDay(news, clock).map((group) => (
        <section key={group.title} className="news__day" aria-label={group.title}>
          <h2>{group.title}</h2>
          <List className="card news__list">
            {group.news.map((line) => (
              <NewsLine
                key={line.id}
                line={line}
                when={agoInWords(line.updatedAt, clock)}
                onOpen={() => markRead(line)}
              />
            ))}
          </List>
        </section>
      ))}
      {cursor && (
        <p>
          <a
            className="button button--second"
            href={olderHref(cursor, isUnreadOnly)}
            aria-busy={isBusy || undefined}
            onClick={(event) => {
              event.preventDefault();
              if (!isBusy) void showOlder();
            }}
          >
            Show older
          </a>
        </p>
      )}
    </>
  );
}

function olderHref(cursor: string, isUnreadOnly: boolean): string {
  return `/notifications?${isUnreadOnly ? 'show=new&' : ''}cursor=${cursor}`;
}
