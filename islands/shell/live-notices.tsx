import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ANNOUNCEMENTS_MAX, type AnnouncementPlace } from '../../src/shared/announcement-places.ts';
import { type Announcement, activeAnnouncements } from '../../src/shared/contracts/announcements.ts';
import { Notice } from '../../views/ui/notice.tsx';
import { dismiss, isDismissed } from '../notice/dismissal.ts';
import { api } from '../runtime/api.ts';
import { watchAnnouncements } from '../runtime/socket-client.ts';

/** Browsers ask at a random time within this many milliseconds, as all are notified at once. */
const SPREAD = 1000;

/** Replaces the page's announcements when they change. @param place kind of the page */
export function LiveNotices({ place: kind }: { place: AnnouncementPlace }) {
  const [live, setLive] = useState<Announcement[] | null>(null);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const all = await api.call(activeAnnouncements);
      const here = all.filter(({ places }) => places.includes(kind)).slice(0, ANNOUNCEMENTS_MAX);
      if (!isOver) setLive(here.filter(({ id }) => !isDismissed(id)));
    };
    const loadSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => load().catch(logOnly), Math.random() * SPREAD);
    };
    const stop = watchAnnouncements(loadSoon);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [kind]);

  const place = live && document.getElementById('announcements');
  useEffect(() => {
    if (!place || !live) return;
    for (const old of place.querySelectorAll('vd-island')) old.remove();
  }, [place, live]);
  if (!place) return null;

  function close(id: string): void {
    dismiss(id);
    setLive((shown) => (shown ?? []).filter((each) => each.id !== id));
    document.getElementById('main')?.focus({ preventScroll: true });
  }
  return createPortal(
    live.map(({ id, type, message, link }) => (
      <Notice key={id} type={type} link={link} onClose={() => close(id)}>
        {message}
      </Notice>
    )),
    place,
  );
}

function logOnly(error: unknown): void {
  console.info('Announcements could not be loaded.', error);
}
