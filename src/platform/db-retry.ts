import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';

/**
 * Codes of a server that is not, or is no longer, the primary, shuts down, or could not confirm a write in time
 * (MongoDB manual, "Error Codes"). 50 (`MaxTimeMSExpired`) is missing on purpose: it is our own limit, see `isOutOfTime`.
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
/** With these the server or the driver says that the same command may succeed later. */
const PASSING_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'ResetPool', 'InterruptInUseConnections'];

/**
 * Whether the connection or its primary was lost, as in an election. Nobody knows whether a write has arrived.
 */
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

/** The driver's own errors for a server that went or has no room for one more; it exports none of the classes. */
const AWAY = new Set([
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/** Whether `error` says that the database can't do its work now, rather than what came of it. */
export function isDatabaseAway(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof mongoose.Error.MongooseServerSelectionError || AWAY.has(error.name)) return true;
  return error.name === 'MongooseError' && /buffering timed out|initial connection/.test(error.message);
}

/**
 * Whether the database ended a query that took longer than its `maxTimeMS`. That says something of the query, so a job that
 * meets it has had a try: its query may be as slow each time.
 */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 50;
}

/**
 * Repeats `work` for up to `patience` milliseconds while the database can't be reached, as when it restarts.
 * `work` may already have taken effect when it is repeated, so it must be a read or a write that is harmless twice.
 */
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
 * What node:net throws, and the driver hands on as it is, where the server went between two commands. Only of what is known
 * to be a call of the database: mail servers and stores end connections in the same way.
 */
export function isHalfClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
