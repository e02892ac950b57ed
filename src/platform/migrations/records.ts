import type { mongo } from 'mongoose';

/* The collection `migrations`: the lease, completed migrations, and the indexes that we built. */

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

/** The collection, by the kind of its documents. */
export interface Records {
  leases: mongo.Collection<LeaseDocument>;
  runs: mongo.Collection<MigrationRecord>;
  indexes: mongo.Collection<IndexRecord>;
}

export function openRecords(db: mongo.Db): Records {
  const name = 'migrations';
  return { leases: db.collection(name), runs: db.collection(name), indexes: db.collection(name) };
}
