import type { Logger } from 'pino';
import type { SharedLayout } from '../../platform/manifest/feature.ts';
import { part } from '../../platform/part.ts';
import type { Announcement } from '../../shared/contracts/announcements.ts';
import { activeAmong, listUnended } from './announcements.active.ts';
import { announcementsChanged } from './domain-events.ts';

export interface AnnouncementBoard {
  /** Current announcements, newest first, from memory. */
  shown(): Announcement[];
  close(): void;
}

export const announcementBoard = part<AnnouncementBoard>('announcement board', ['web']);

export interface BoardOptions {
  log: Logger;
  /** Invalidated when an announcement changes, begins or ends. */
  layout: SharedLayout;
}

/** Polling interval in milliseconds, in case a notification is lost. */
const LOOK_EVERY = 60_000;

/** Caches announcements in memory, so that pages need no database query. */
export async function openAnnouncementBoard({ log, layout }: BoardOptions): Promise<AnnouncementBoard> {
  let known: readonly Announcement[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let asked = 0;
  let answered = 0;

  const shown = () => activeAmong(known, Date.now());

  /** Failures are only logged: pages keep the known state. */
  async function load(): Promise<void> {
    asked += 1;
    const turn = asked;
    try {
      const found = await listUnended();
      // A late answer must not overwrite a newer one.
      if (turn < answered) return;
      answered = turn;
      known = found;
    } catch (error) {
      log.warn({ err: error }, 'could not read the announcements');
    }
  }

  async function turn(shownBefore: string): Promise<void> {
    await load();
    if (isClosed) return;
    if (marksOf(shown()) !== shownBefore) await layout.purge();
    schedule();
  }

  async function reload(): Promise<void> {
    await load();
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isClosed) return;
    const now = Date.now();
    const times = known.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), endsAt ? Date.parse(endsAt) : 0]);
    const next = Math.min(now + LOOK_EVERY, ...times.filter((time) => time > now));
    const marks = marksOf(shown());
    timer = setTimeout(
      () => turn(marks).catch((error: unknown) => log.warn({ err: error }, 'pages could not follow an announcement')),
      next - now,
    );
    timer.unref();
  }

  await reload();
  layout.beforeRender(reload);
  const unfollow = announcementsChanged.on(async () => {
    await reload();
    await layout.purge();
  });
  return {
    shown,
    close() {
      isClosed = true;
      unfollow();
      clearTimeout(timer);
    },
  };
}

function marksOf(announcements: readonly Announcement[]): string {
  return JSON.stringify(announcements);
}
