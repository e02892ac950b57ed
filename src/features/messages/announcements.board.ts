import type { Logger } from 'pino';
import type { Announcement } from '../../shared/contracts/announcements.ts';
import { activeAmong, listUnended } from './announcements.active.ts';

export interface AnnouncementBoard {
  /** Reloads from the database. Failures are only logged: pages keep the known state. */
  reload(): Promise<void>;
  close(): void;
}

export interface BoardOptions {
  log: Logger;
  /** Called when one begins or ends, or when polling finds a missed change. */
  onTurn(): Promise<void> | void;
}

/** Polling interval in milliseconds, in case a notification is lost. */
const LOOK_EVERY = 60_000;

let known: readonly Announcement[] = [];

/** Current announcements, newest first, from memory. */
export function shownAnnouncements(): Announcement[] {
  return activeAmong(known, Date.now());
}

/** Caches announcements in memory, so that pages need no database query. */
export async function openAnnouncementBoard({ log, onTurn }: BoardOptions): Promise<AnnouncementBoard> {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let asked = 0;
  let answered = 0;

  async function reload(): Promise<void> {
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
    await reload();
    if (isClosed) return;
    if (marksOf(shownAnnouncements()) !== shownBefore) await onTurn();
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isClosed) return;
    const now = Date.now();
    const times = known.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), endsAt ? Date.parse(endsAt) : 0]);
    const next = Math.min(now + LOOK_EVERY, ...times.filter((time) => time > now));
    const shown = marksOf(shownAnnouncements());
    timer = setTimeout(
      () => turn(shown).catch((error: unknown) => log.warn({ err: error }, 'pages could not follow an announcement')),
      next - now,
    );
    timer.unref();
  }

  await reload();
  schedule();
  return {
    async reload() {
      await reload();
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      known = [];
    },
  };
}

function marksOf(announcements: readonly Announcement[]): string {
  return JSON.stringify(announcements);
}
