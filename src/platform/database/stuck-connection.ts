import mongoose, { type Connection } from 'mongoose';

/** Milliseconds between two looks at a connection. */
const LOOK_MS = 10_000;
/** How many looks in a row must find it stuck. When a database returns, the driver may take ten seconds to notice. */
const LOOKS = 3;
const ANSWER_MS = 5000;

/**
 * Calls `onStuck` once when a connection stays lost although the database answers others. The driver (`mongodb` 7.9) can
 * wait forever for a socket that has ended; see decision 104.
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

/** Throws unless the database answers a ping over a new connection within some seconds. */
export async function pingOverNewConnection(uri: string): Promise<void> {
  const limits = { serverSelectionTimeoutMS: ANSWER_MS, connectTimeoutMS: ANSWER_MS, socketTimeoutMS: ANSWER_MS };
  const client = new mongoose.mongo.MongoClient(uri, limits);
  try {
    await client.db().command({ ping: 1 });
  } finally {
    await client.close();
  }
}

function answers(uri: string): Promise<boolean> {
  return pingOverNewConnection(uri).then(
    () => true,
    () => false,
  );
}
