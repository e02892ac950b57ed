import { isDatabaseAway } from '../db-retry.ts';
import { isDiskFull } from '../disk-full.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { delayAfter, delayInOutage } from './backoff.ts';
import type { JobDocument } from './job-document.ts';
import { handleEnd } from './job-end.ts';
import { type Outcome, type Run, type StopKind, startRun } from './job-run.ts';
import type { FreePlace, JobStore } from './job-store.ts';
import type { Registered } from './registry.ts';

export interface WorkerOptions {
  leaseMs: number;
  heartbeatMs: number;
  graceMs: number;
  backoffMs: number;
  /** Polling intervals while busy and while idle. */
  busyPollMs: number;
  idlePollMs: number;
  hasRoom(): Promise<boolean>;
  log: Log;
  onChange(job: JobDocument): void;
}

export interface Worker {
  start(): void;
  nudge(): void;
  stopJob(id: string, kind: StopKind): void;
  stop(): Promise<void>;
}

const BUSY_AFTER_MS = 10_000;
/** Delay after a full disk, as a multiple of the first retry delay. */
const FULL_PAUSES = 30;

/** Claims jobs while their types have free places, and runs `onEnd` for ended ones. */
export function createWorker(store: JobStore, registry: Map<string, Registered>, options: WorkerOptions): Worker {
  const { log } = options;
  const runs = new Map<string, Run>();
  const unfinished = new Set<Promise<void>>();
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | null = null;
  let again = false;
  let lastJob = Number.NEGATIVE_INFINITY;
  let hadRoom = true;

  function freePlaces(hasRoom: boolean): FreePlace[] {
    const free: FreePlace[] = [];
    for (const { name: type, concurrency, quick, needsRoom } of registry.values()) {
      if (needsRoom && !hasRoom) continue;
      const jobs = [...runs.values()].map(({ job }) => job).filter((job) => job.type === type);
      const cost = mostForNext(
        jobs.map((job) => job.cost),
        concurrency,
        quick,
      );
      if (cost === null) continue;
      const isLight = jobs.some(({ isHeavy }) => isHeavy);
      free.push({ type, ...(Number.isFinite(cost) && { cost }), ...(isLight && { isLight }) });
    }
    return free;
  }

  /** Jobs come in bursts, so poll more often for a while after one. */
  function isBusy(): boolean {
    return runs.size > 0 || performance.now() - lastJob < BUSY_AFTER_MS;
  }

  function look(): void {
    if (!started || stopped) return;
    if (turn) {
      again = true;
      return;
    }
    clearTimeout(timer);
    again = false;
    turn = takeAll()
      .catch((error) => log.warn({ err: error }, 'the queue could not be read'))
      .finally(() => {
        turn = null;
        if (again) look();
        else if (!stopped) timer = setTimeout(look, isBusy() ? options.busyPollMs : options.idlePollMs);
      });
  }

  async function takeAll(): Promise<void> {
    const own = () => [...runs.values()].map(({ job }) => job._id);
    if (runs.size > 0) {
      for (const id of await store.cancelled(own())) {
        runs.get(id.toHexString())?.stop('cancelled');
      }
    }
    const hasRoom = await options.hasRoom();
    if (hasRoom !== hadRoom) log.warn(hasRoom ? 'the disk has room again' : 'the disk is nearly full: jobs wait');
    hadRoom = hasRoom;
    if (!hasRoom) for (const run of runs.values()) if (registry.get(run.job.type)?.needsRoom) run.stop('no-room');
    for (let free = freePlaces(hasRoom); free.length > 0 && !stopped; free = freePlaces(hasRoom)) {
      const job = await store.claim(free, own());
      if (!job) break;
      lastJob = performance.now();
      track(begin(job));
    }
    if (!stopped && unfinished.size - runs.size < 4) {
      const job = await store.claimEnd([...registry.keys()]);
      if (job) {
        track(followUp(job));
        again = true;
      }
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error) => log.error({ err: error }, 'the outcome of a job could not be stored; its lease will expire'))
      .finally(() => {
        unfinished.delete(tracked);
        look();
      });
    unfinished.add(tracked);
  }

  async function begin(job: JobDocument): Promise<void> {
    const registered = registry.get(job.type);
    if (!registered) return;
    options.onChange(job);
    if (job.cancelRequested) return end(job, { kind: 'cancelled' }, registered);
    if (job.attempt > registered.attempts) {
      const error = new Error(`Its worker died on it ${registered.attempts} times`);
      return end(job, { kind: 'failed', error, final: true }, registered);
    }
    const id = job._id.toHexString();
    const run = startRun(store, registered, job, options);
    runs.set(id, run);
    if (stopped) run.stop('stopping');
    try {
      await end(job, await run.outcome, registered, run.release);
    } finally {
      run.release();
      runs.delete(id);
    }
  }

  async function end(job: JobDocument, outcome: Outcome, registered: Registered, release = () => {}): Promise<void> {
    if (outcome.kind === 'lease-lost') {
      log.warn({ type: job.type, job: job._id }, 'a job was lost to another worker');
      return;
    }
    if (outcome.kind === 'failed') log.warn({ err: outcome.error, type: job.type, job: job._id }, 'a job failed');
    const written = await write(job, outcome, registered);
    release();
    if (!written) {
      log.warn({ type: job.type, job: job._id }, 'a job ended after another worker had claimed it');
      return;
    }
    options.onChange(written);
    if (!written.alive) await handleEnd(store, registered, written, options);
  }

  async function write(job: JobDocument, outcome: Outcome, registered: Registered): Promise<JobDocument | null> {
    if (outcome.kind === 'stopping') return store.giveBack(job, null, 0);
    if (outcome.kind === 'no-room') return store.giveBack(job, null, options.backoffMs * FULL_PAUSES);
    if (outcome.kind === 'postponed') return store.giveBack(job, null, outcome.pause);
    if (outcome.kind === 'done' && job.every) return store.next(job, null);
    if (outcome.kind !== 'failed') {
      return store.end(job, { state: outcome.kind === 'done' ? 'done' : 'cancelled', error: null });
    }
    const error = toJobError(outcome.error);
    // A full disk or unavailable database is not the job's fault: don't count the attempt.
    if (isDiskFull(outcome.error)) return store.giveBack(job, null, options.backoffMs * FULL_PAUSES);
    if (isDatabaseAway(outcome.error)) return store.giveBack(job, null, options.backoffMs);
    const waited = Date.now() - job.runAt.getTime();
    const isOutage = isProviderDown(outcome.error) && waited < registered.patience;
    if (!isOutage && (outcome.final || job.attempt >= registered.attempts)) {
      return job.every ? store.next(job, error) : store.end(job, { state: 'failed', error });
    }
    const { backoffMs } = options;
    const pause = isOutage ? delayInOutage(waited, backoffMs) : delayAfter(job.attempt, backoffMs);
    const back = await store.giveBack(job, error, pause, { isCounted: !isOutage });
    if (back?.cancelRequested) await store.cancel(back._id);
    return back;
  }

  async function followUp(job: JobDocument): Promise<void> {
    const registered = registry.get(job.type);
    if (registered) await handleEnd(store, registered, job, options);
  }

  return {
    start() {
      started = true;
      look();
    },
    nudge: look,
    stopJob: (id, kind) => runs.get(id)?.stop(kind),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const run of runs.values()) run.stop('stopping');
      await turn;
      for (const run of runs.values()) run.stop('stopping');
      await Promise.all(unfinished);
    },
  };
}

function isProviderDown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'PROVIDER_DOWN';
}

/** Shown to users; internal details go to the log. */
function toJobError(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'INTERNAL', message: 'Something went wrong on our side' };
}

/**
 * Maximum cost of a further job; null when full. Each takes the smallest place that fits, so quick ones find theirs
 * free.
 */
function mostForNext(running: number[], concurrency: number, quick: readonly number[]): number | null {
  const places = [...quick, ...Array.from({ length: concurrency }, () => Number.POSITIVE_INFINITY)].sort(
    (a, b) => a - b,
  );
  for (const cost of running.sort((a, b) => b - a)) {
    const taken = places.findIndex((most) => cost <= most);
    places.splice(taken, 1);
  }
  return places.at(-1) ?? null;
}
