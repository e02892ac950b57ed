import type { mongo } from 'mongoose';
import type { Log } from '../log.ts';

export interface MigrationContext {
  db: mongo.Db;
  log: Log;
  /** Aborted when another process has taken the lease: stop at the next step. */
  signal: AbortSignal;
}

/** A change of stored data, run before a new version starts. */
export interface Migration {
  /** Position in the order; never reused. */
  number: number;
  /** Short title for the log. */
  name: string;
  /**
   * Must be idempotent: after a crash it runs again from the beginning. Processes of the previous version may still
   * run, so add before you remove.
   */
  run(context: MigrationContext): Promise<void>;
}
