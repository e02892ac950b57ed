import mongoose, { type Connection } from 'mongoose';

/** Milliseconds between two looks at a connection. */
const LOOK_MS = 10_000;
/** So many looks in a row must find that the database answers others only: after a return the driver itself looks within ten seconds. */
const LOOKS = 3;
const ANSWER_MS = 5000;

/**
 * Calls `onStuck` once when a connection stays lost although the database answers others. Seen with version 7.8 of the driver:
 * when a database was killed soon after its start, a process sometimes never connected to it again, until it was started again.
 *
 * @returns how to stop looking
 */
export function noticeStuckConnection(
  connection: Connection,
  uri: string,
  onStuck: () => void,
  lookMs = LOOK_MS,
): () => void {
  let found = 0;
  let isLooking = false;
  const isLost = () => connection.readyState !== mongoose.ConnectionStates.connected;
  const look = async (): Promise<void> => {
    found = isLost() && (await answers(uri)) && isLost() ? found + 1 : 0;
    if (found < LOOKS) return;
    stop();
    onStuck();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, lookMs).unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}

/** Whether the database answers somebody new. */
async function answers(uri: string): Promise<boolean> {
  const limits = { serverSelectionTimeoutMS: ANSWER_MS, connectTimeoutMS: ANSWER_MS, socketTimeoutMS: ANSWER_MS };
  try {
    const client = new mongoose.mongo.MongoClient(uri, limits);
    try {
      await client.db().command({ ping: 1 });
      return true;
    } finally {
      await client.close();
    }
  } catch {
    return false;
  }
}
