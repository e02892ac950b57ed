import type { mongo } from 'mongoose';

/* The collection `migrations`: the lease, completed migrations, indexes that we built, and since when the data is here. */

export interface LeaseDocument {
  _id: 'lease';
  token: string;
  /** For log and error messages. */
  holder: string;
  until: Date;
  /** The version that the holder migrates to. */
  goal: string;
  /** The app may start; only slow index builds continue. */
  isReady: boolean;
}

/** A completed migration, `migration:NUMBER`. */
interface MigrationRecord {
  _id: string;
  name: string;
  at: Date;
  milliseconds: number;
}

interface IndexRecord {
  _id: 'indexes';
  /** Names of indexes that we built, by collection. */
  built: Record<string, string[]>;
}

/** When this database was begun empty, or had data restored or imported: files from before may be another's. */
interface TimeRecord {
  /** `begun`, or `restored:TIME`. */
  _id: string;
  at: Date;
}

/** The collection, by the kind of its documents. */
export interface Records {
  leases: mongo.Collection<LeaseDocument>;
  runs: mongo.Collection<MigrationRecord>;
  indexes: mongo.Collection<IndexRecord>;
  times: mongo.Collection<TimeRecord>;
}

/** The collection’s name. */
export const RECORDS = 'migrations';

export function openRecords(db: mongo.Db, name = RECORDS): Records {
  return {
    leases: db.collection(name),
    runs: db.collection(name),
    indexes: db.collection(name),
    times: db.collection(name),
  };
}

/** Notes, in the collection of that name, that data which may be older than the store's files was just brought here. */
export async function noteRestored(db: mongo.Db, name?: string): Promise<void> {
  const at = new Date();
  await openRecords(db, name).times.insertOne({ _id: `restored:${at.toISOString()}`, at });
}
