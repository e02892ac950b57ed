import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Linux takes one such change in a tenth of a second from users other than root. */
const PAUSE = 150;
const ATTEMPTS = 20;

/**
 * Lets a process group of its own session yield to others. `nice` alone orders only the processes of one session where
 * Linux shares the processors by session (sched(7), "The autogroup feature"). Elsewhere it does nothing; never throws.
 *
 * @param pid of the session's leader
 * @param niceness 1 to 19
 */
export async function yieldGroup(pid: number, niceness: number): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      // The tool has ended, or its kernel has no such groups.
      if (!isBusy) return;
      await wait(PAUSE);
    }
  }
}
