import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { LoggedError } from '../../platform/logged-errors.ts';
import { platform } from '../../platform/platform.ts';
import { type DescribedError, describeError, type ToldError } from './describe-error.ts';
import { ErrorModel } from './error.model.ts';

/** Kinds of browser errors that are kept; a visitor could make up any number. */
const BROWSER_KINDS_MAX = 2000;
/** Milliseconds in which repetitions of one kind are written together. */
const TOGETHER = 2000;

/** Kinds written a moment ago, by their fingerprints, with how often they occurred since. */
const recent = new Map<string, { described: DescribedError; again: number; timer: NodeJS.Timeout }>();
const writing = new Set<Promise<unknown>>();

/** Keeps an error of this process's log. Never throws. */
export async function gatherLogged({ error, what, process }: LoggedError): Promise<void> {
  // Refusals that we chose, such as a full disk, have their own messages and places.
  if (error instanceof AppError && error.cause === undefined) return;
  const { name, message, stack = '' } = error;
  try {
    await gather({ side: 'server', type: name, message, stack, place: `${process}: ${what}`, device: '' });
  } catch (err) {
    platform().log.warn({ err }, 'an error could not be gathered');
  }
}

/** Counts an error; false if it was left out. */
export async function gather(told: ToldError): Promise<boolean> {
  if (!platform().config.gathersErrors) return false;
  const described = describeError(told);
  const { fingerprint } = described;
  const waiting = recent.get(fingerprint);
  if (waiting) {
    waiting.again++;
    return true;
  }
  const timer = setTimeout(() => void writeRest(fingerprint), TOGETHER).unref();
  recent.set(fingerprint, { described, again: 0, timer });
  return untilWritten(write(described, 1));
}

/** Resolves when all that was gathered so far is written. */
export async function settleErrors(): Promise<void> {
  await Promise.allSettled(writing);
  await Promise.all([...recent.keys()].map(writeRest));
}

async function writeRest(fingerprint: string): Promise<void> {
  const waiting = recent.get(fingerprint);
  if (!waiting) return;
  clearTimeout(waiting.timer);
  recent.delete(fingerprint);
  if (waiting.again === 0) return;
  const { log } = platform();
  await untilWritten(write(waiting.described, waiting.again)).catch((err: unknown) =>
    log.warn({ err }, 'repetitions of an error could not be counted'),
  );
}

/** Lets `settleErrors` wait for it. */
function untilWritten<T>(work: Promise<T>): Promise<T> {
  const written = work.finally(() => writing.delete(written));
  writing.add(written);
  return written;
}

async function write(described: DescribedError, count: number): Promise<boolean> {
  const { fingerprint, side, type, message, stack, place, device } = described;
  const now = new Date();
  const isKnown = await ErrorModel.exists({ fingerprint });
  if (!isKnown && side === 'browser' && (await ErrorModel.countDocuments({ side })) >= BROWSER_KINDS_MAX) return false;
  try {
    await ErrorModel.updateOne(
      { fingerprint },
      {
        $inc: { count },
        $set: { lastAt: now, place, device },
        $setOnInsert: { side, type, message, stack, firstAt: now, state: 'open', decidedBy: null, note: '' },
      },
      { upsert: true },
    );
  } catch (error) {
    // Another process was the first to see it.
    if (!isDuplicateKey(error)) throw error;
    await ErrorModel.updateOne({ fingerprint }, { $inc: { count }, $set: { lastAt: now } });
  }
  await ErrorModel.updateOne({ fingerprint, state: 'resolved' }, { $set: { state: 'open' } });
  platform().sockets.emitToStaff('desk:changed', { what: 'errors' });
  return true;
}
