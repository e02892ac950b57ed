import type { Logger } from 'pino';
import type { Announcement } from '../../shared/contracts/announcements.ts';
import { activeAmong, listUnended } from './announcements.active.ts';

export interface AnnouncementBoard {
  /** Asks the database anew. A failure is only logged: pages go on with what was known. */
  reload(): Promise<void>;
  close(): void;
}

export interface BoardOptions {
  log: Logger;
  /** Called when one begins or ends by the clock, or when a change is found that nobody told of. */
  onTurn(): Promise<void> | void;
}

/** Longest time, in milliseconds, that a change stays unknown if word of it was lost. */
const LOOK_EVERY = 60_000;

let known: readonly Announcement[] = [];

/** What pages show now, newest first; from memory, as each page asks. */
export function shownAnnouncements(): Announcement[] {
  return activeAmong(known, Date.now());
}

/** Keeps what is announced in the memory of this process, so that no page waits for the database to know it. */
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
      // An answer that comes late must not undo what was asked for after it.
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
