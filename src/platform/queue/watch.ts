import type { JobStatus } from '../job-queue.ts';
import type { Log } from '../log.ts';

export interface Watcher {
  stop(): void;
  /** Resolves after the last callback. */
  over: Promise<void>;
}

/** Polls a job's status and reports each change until it ends, whichever process runs it. */
export function watchJob(
  read: () => Promise<JobStatus | null>,
  callback: (status: JobStatus) => void,
  everyMs: number,
  log: Log,
): Watcher {
  let stopped = false;
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  let finish = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function look(): Promise<void> {
    try {
      const status = await read();
      if (stopped || !status) return finish();
      const now = JSON.stringify(status);
      if (now !== told) {
        told = now;
        callback(status);
      }
      if (status.finishedAt) return finish();
    } catch (error) {
      log.warn({ err: error }, 'the status of a job could not be read');
    }
    if (!stopped) timer = setTimeout(look, everyMs);
  }
  void look();
  return {
    over,
    stop() {
      stopped = true;
      clearTimeout(timer);
      finish();
    },
  };
}
