import type { mongo } from 'mongoose';
import type { Log } from '../log.ts';

export interface MigrationContext {
  db: mongo.Db;
  log: Log;
  /** Aborted when another process has taken over: stop at the next step. */
  signal: AbortSignal;
}

/** A change of stored data that a new version needs before it starts. */
export interface Migration {
  /** Its place in the order; never used for another one. */
  number: number;
  /** In a few words, for the log. */
  name: string;
  /**
   * Must bear repetition, as a crash runs it again from its beginning. Processes of the previous version may still be running,
   * so it adds before it removes.
   */
  run(context: MigrationContext): Promise<void>;
}
