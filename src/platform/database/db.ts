import mongoose from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import type { Log } from '../log.ts';
import { type PrepareOptions, prepareDatabase } from '../migrations/prepare-database.ts';
import { limitQueries, QUERY_LIMIT } from '../query-limit.ts';
import { failClosedWrites } from './closed-sockets.ts';

/** The MongoDB connection that all models of this process use. */
export interface Database {
  connection: mongoose.Connection;
  /** Throws unless the server answers within two seconds. */
  ping(): Promise<void>;
  /** Releases the connection; the last holder closes it. */
  close(): Promise<void>;
}

let holders = 0;
let openUri: string | null = null;
let opening: Promise<void> | null = null;

/**
 * Connects mongoose, migrates and builds indexes. Web and worker in one process share the connection. Throws without a
 * server within ten seconds.
 */
export async function connectDatabase(uri: string | null, log: Log, preparing: PrepareOptions = {}): Promise<Database> {
  if (!uri) {
    throw new Error('There is no database: set MONGODB_URI, or run `npm start`, which starts one');
  }
  if (openUri !== null && openUri !== uri) {
    throw new Error('This process is connected to another database; close that connection first');
  }
  holders += 1;
  openUri = uri;
  opening ??= open(uri, log, preparing);
  try {
    await opening;
  } catch (error) {
    await release();
    throw error;
  }
  let closed = false;
  return {
    connection: mongoose.connection,
    async ping() {
      const { db } = mongoose.connection;
      if (!db) throw new Error('The database is not connected');
      await db.command({ ping: 1 }, { signal: AbortSignal.timeout(2000) });
    },
    async close() {
      if (closed) return;
      closed = true;
      await release();
    },
  };
}

async function open(uri: string, log: Log, preparing: PrepareOptions): Promise<void> {
  // Fail queries without a connection instead of queueing them in memory.
  mongoose.set('bufferCommands', false);
  mongoose.set('strictQuery', true);
  limitQueries();
  failClosedWrites();
  await mongoose.connect(uri, {
    // `prepareDatabase` builds indexes for each database; mongoose would do so only once a process.
    autoIndex: false,
    autoCreate: false,
    // Acknowledged writes survive an election, and reads see only those. See the README.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: QUERY_LIMIT },
    readPreference: 'primary',
    maxPoolSize: 20,
    connectTimeoutMS: 10_000,
    serverSelectionTimeoutMS: 10_000,
    socketTimeoutMS: 120_000,
    maxIdleTimeMS: 300_000,
  });
  // Exiting on a short outage would look like a crash loop to the process manager.
  await overLostConnection(() => prepareDatabase(mongoose.connection, log, preparing));
  watch(mongoose.connection, log);
  log.info({ database: mongoose.connection.name }, 'connected to the database');
}

function watch(connection: mongoose.Connection, log: Log): void {
  connection.removeAllListeners('disconnected').removeAllListeners('connected').removeAllListeners('error');
  connection.on('disconnected', () => {
    if (holders > 0) log.warn('lost the connection to the database; retrying');
  });
  connection.on('connected', () => log.info('reconnected to the database'));
  connection.on('error', (error) => log.error({ err: error }, 'the database connection failed'));
}

async function release(): Promise<void> {
  holders -= 1;
  if (holders > 0) return;
  opening = null;
  openUri = null;
  await mongoose.disconnect();
}
