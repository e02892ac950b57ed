import { z } from 'zod';
import { checkKey } from '../platform/file-store.ts';

export const MANIFEST = 'manifest.json';
/** The embedded database, byte for byte. */
export const EMBEDDED = 'database/data.mdb';
/** `dump/NAME.bson` and `dump/NAME.metadata.json`, as mongodump writes them. */
export const DUMP = 'dump/';
export const FILES = 'files/';
/** What `VAR_DIR/secret` holds; without it nobody can read what the app encrypted. */
export const SECRET = 'secret';

const entry = z.object({
  name: z.string().refine(isName, { error: 'is no name of an entry' }),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970; of files only. */
  modifiedAt: z.number().optional(),
  /** The id of the earlier archive that holds its bytes; left out where this one does. */
  holder: z.string().optional(),
});

const manifest = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  createdAt: z.string(),
  version: z.string(),
  database: z.enum(['embedded', 'dump']),
  /** False for a dump of a server without snapshots that was written to meanwhile. */
  isOneMoment: z.boolean(),
  hasFiles: z.boolean(),
  /** A hash of the secret that the data was encrypted with; tells whether another one is configured now. */
  secretHash: z.string().nullable(),
  /** The file names that the holders had, by their ids. */
  holders: z.record(z.string(), z.string()),
  entries: z.array(entry),
});

/** One entry of an archive: what must be read where it is restored. */
export type ManifestEntry = z.infer<typeof entry>;
export type Manifest = z.infer<typeof manifest>;

/** Reads a manifest; throws where it is none of this format. */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`the list of its entries can't be used: ${parsed.error.issues[0]?.message}`);
}

/** Whether an entry may have this name: it decides where bytes are written. */
function isName(name: string): boolean {
  if (name === EMBEDDED || name === SECRET) return true;
  if (name.startsWith(DUMP)) return /^dump\/[A-Za-z0-9_%-][A-Za-z0-9._%-]*\.(?:bson|metadata\.json)$/.test(name);
  if (!name.startsWith(FILES)) return false;
  try {
    checkKey(name.slice(FILES.length));
    return true;
  } catch {
    return false;
  }
}
