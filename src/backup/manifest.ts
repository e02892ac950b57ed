import * as z from 'zod';
import { checkKey } from '../platform/file-store.ts';

export const MANIFEST = 'manifest.json';
/** The embedded database, byte for byte. */
export const EMBEDDED = 'database/data.mdb';
/** `dump/NAME.bson` and `dump/NAME.metadata.json`, as mongodump writes them. */
export const DUMP = 'dump/';
export const FILES = 'files/';
/** Content of `VAR_DIR/secret`, needed to decrypt what the app encrypted. */
export const SECRET = 'secret';

const entry = z.object({
  name: z.string().refine(isName, { error: 'is not a valid entry name' }),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970; files only. */
  modifiedAt: z.number().optional(),
  /** Id of the earlier archive that contains it; absent when this one does. */
  holder: z.string().optional(),
});

const manifest = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  createdAt: z.string(),
  version: z.string(),
  database: z.enum(['embedded', 'dump']),
  /** False when the server has no snapshots and was written to during the dump. */
  isOneMoment: z.boolean(),
  hasFiles: z.boolean(),
  /** Hash of the secret that encrypted the data, to detect a different one at restore. */
  secretHash: z.string().nullable(),
  /** File names of the holders, by id. */
  holders: z.record(z.string(), z.string()),
  entries: z.array(entry),
});

/** An entry of an archive. */
export type ManifestEntry = z.infer<typeof entry>;
export type Manifest = z.infer<typeof manifest>;

/** Parses a manifest; throws when the format is unknown. */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`the list of its entries can't be used: ${parsed.error.issues[0]?.message}`);
}

/** Whether the name is valid: it decides where bytes are written. */
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
