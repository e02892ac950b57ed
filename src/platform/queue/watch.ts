import type { Log } from '../log.ts';
import type { JobStatus } from './queue.ts';

/** Reads a job's status again and again and tells each change, until it ends. The work may be done in any process. */
export function watchJob(
  read: () => Promise<JobStatus | null>,
  callback: (status: JobStatus) => void,
  everyMs: number,
  log: Log,
): { stop(): void } {
  let stopped = false;
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    try {
      const status = await read();
      if (stopped || !status) return;
      const now = JSON.stringify(status);
      if (now !== told) {
        told = now;
        callback(status);
      }
      if (status.finishedAt) return;
    } catch (error) {
      log.warn({ err: error }, 'a watched job could not be read');
    }
    if (!stopped) timer = setTimeout(look, everyMs);
  }
  void look();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
