import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';

/**
 * Server is not the primary, is shutting down, or could not confirm a write in time (MongoDB manual, "Error Codes").
 * Not 50 (`MaxTimeMSExpired`), which is our own limit: see `isOutOfTime`.
 */
const STATE_CHANGES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);
/** Labels by which the server or driver marks an error as temporary. */
const PASSING_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool', 'InterruptInUseConnections'];

/** Whether the connection or its primary was lost, as in an election. The write may or may not have been applied. */
function isConnectionLost(error: unknown): boolean {
  const { MongoError, MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError } = mongoose.mongo;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    (error instanceof MongoError &&
      (STATE_CHANGES.has(error.code) || PASSING_LABELS.some((label) => error.hasErrorLabel(label))))
  );
}

/** Driver errors for an unreachable server or a full pool, by name: the classes are not exported. */
const AWAY = new Set([
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/** Whether `error` means that the database is unavailable, rather than that the command failed. */
export function isDatabaseAway(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof mongoose.Error.MongooseServerSelectionError || AWAY.has(error.name)) return true;
  return error.name === 'MongooseError' && /buffering timed out|initial connection/.test(error.message);
}

/** Whether a query exceeded its `maxTimeMS`. Counts as an attempt of the job: the query may be as slow next time. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 50;
}

/** Retries `work`, which must be idempotent, for up to `patience` milliseconds while the database is unreachable. */
export async function overLostConnection<T>(work: () => Promise<T>, patience = 15_000): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      if (!(isConnectionLost(error) || isHalfClosed(error)) || performance.now() > end) throw error;
      await wait(pause);
    }
  }
}

/**
 * The server closed the connection between two commands. For database calls only: mail servers and stores cause the
 * same error.
 */
export function isHalfClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
