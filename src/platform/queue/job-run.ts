import { AppError } from '../errors.ts';
import { type JobContext, JobPostponed } from '../job-queue.ts';
import type { Log } from '../log.ts';
import type { JobDocument } from './job-document.ts';
import type { JobStore } from './job-store.ts';
import type { Registered } from './registry.ts';

/** Why a job's signal was aborted. */
export type StopKind = 'cancelled' | 'lease-lost' | 'time-limit' | 'stopping' | 'no-room';

/** Abort reason of a job's signal. */
class JobStopped extends Error {
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(`The job was stopped: ${kind}`);
    this.name = 'JobStopped';
    this.kind = kind;
  }
}

/** Result of one run, recorded by the caller. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown; final: boolean }
  | { kind: 'postponed'; pause: number }
  | { kind: 'cancelled' | 'lease-lost' | 'stopping' | 'no-room' };

export interface Run {
  job: JobDocument;
  stop(kind: StopKind): void;
  /** Resolves when the handler has returned or the grace period is over; never throws. */
  outcome: Promise<Outcome>;
  /** Stops renewing the lease; call it when the outcome is stored. */
  release(): void;
}

interface RunOptions {
  leaseMs: number;
  heartbeatMs: number;
  /** How long a handler may run after its signal is aborted, in milliseconds. */
  graceMs: number;
  log: Log;
  onChange(job: JobDocument): void;
}

const SAME_STEP_MS = 250;

/** Runs a claimed job's handler and renews the lease until `release`. */
export function startRun(store: JobStore, registered: Registered, job: JobDocument, options: RunOptions): Run {
  const controller = new AbortController();
  const stop = (kind: StopKind) => controller.abort(new JobStopped(kind));
  const beat = startHeartbeat(store, job, stop, options);
  const limit = setTimeout(() => stop('time-limit'), registered.timeLimit);
  const context: JobContext = {
    jobId: job._id.toHexString(),
    attempt: job.attempt,
    signal: controller.signal,
    progress: progressOf(store, job, controller.signal, stop, options),
  };
  const outcome = runToOutcome(registered, job, context, options.graceMs).finally(() => clearTimeout(limit));
  return { job, stop, outcome, release: beat.end };
}

async function runToOutcome(
  registered: Registered,
  job: JobDocument,
  context: JobContext,
  graceMs: number,
): Promise<Outcome> {
  const work = registered.bind(job.data);
  if (work instanceof Error) return { kind: 'failed', error: work, final: true };
  const overrun = overrunOf(context.signal, graceMs);
  try {
    await Promise.race([work.run(context), overrun.promise]);
    return { kind: 'done' };
  } catch (error) {
    const reason: unknown = context.signal.reason;
    if (!(reason instanceof JobStopped) && error instanceof JobPostponed)
      return { kind: 'postponed', pause: error.pause };
    if (!(reason instanceof JobStopped)) return { kind: 'failed', error, final: isFinal(error) };
    return reason.kind === 'time-limit' ? { kind: 'failed', error: reason, final: false } : { kind: reason.kind };
  } finally {
    overrun.clear();
  }
}

/**
 * Rejects when the signal has been aborted for longer than the grace period, so that a handler that ignores it doesn't
 * hold its place.
 */
function overrunOf(signal: AbortSignal, graceMs: number): { promise: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  let begin = () => {};
  const promise = new Promise<never>((_, reject) => {
    begin = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    signal.addEventListener('abort', begin, { once: true });
  });
  return {
    promise,
    clear() {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
}

/** Client errors will fail again; an overloaded or broken provider may recover. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}

/**
 * Renews the lease. Stops the job when it is lost, or can't be renewed for its whole time: another worker may have it.
 */
function startHeartbeat(store: JobStore, job: JobDocument, stop: Run['stop'], options: RunOptions): { end(): void } {
  let ended = false;
  let heard = performance.now();
  let timer = setTimeout(beat, options.heartbeatMs);
  async function beat(): Promise<void> {
    const asked = performance.now();
    try {
      const renewed = await store.renew(job);
      if (ended) return;
      if (!renewed) return stop('lease-lost');
      heard = asked;
      if (renewed.cancelRequested) stop('cancelled');
    } catch (error) {
      options.log.warn({ err: error, job: job._id }, 'the lease of a job could not be renewed');
      if (!ended && performance.now() - heard > options.leaseMs) return stop('lease-lost');
    }
    if (!ended) timer = setTimeout(beat, options.heartbeatMs);
  }
  return {
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}

function progressOf(
  store: JobStore,
  job: JobDocument,
  signal: AbortSignal,
  stop: Run['stop'],
  options: RunOptions,
): JobContext['progress'] {
  let written = { step: '', at: Number.NEGATIVE_INFINITY };
  return async (fraction, step = written.step) => {
    signal.throwIfAborted();
    const now = performance.now();
    if (step === written.step && now - written.at < SAME_STEP_MS && fraction < 1) return;
    written = { step, at: now };
    const renewed = await store.progress(job, Math.min(1, Math.max(0, fraction)), step);
    if (!renewed) stop('lease-lost');
    else if (renewed.cancelRequested) stop('cancelled');
    signal.throwIfAborted();
    if (renewed) options.onChange(renewed);
  };
}
