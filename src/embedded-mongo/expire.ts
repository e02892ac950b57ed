import type { Doc } from './bson.ts';
import { changeInPortions } from './changes.ts';
import type { Database } from './database.ts';
import type { Index } from './indexes.ts';

/** Removes what TTL indexes say is over, again and again; returns how to stop. */
export function startExpiry(db: Database, everyMs: number, onError: (error: unknown) => void): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => {
      void expireAll(db)
        .catch(onError)
        .finally(() => stopped || again());
    }, everyMs);
    timer.unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function expireAll(db: Database): Promise<void> {
  for (const { ns, indexes } of db.catalog.all())
    for (const index of indexes)
      if (index.expireAfterSeconds !== undefined)
        await changeInPortions(db, ns, {
          filter: due(index),
          multi: true,
          apply: (collection, hit) => db.documents.remove(collection, hit.record, hit.doc),
        });
}

function due({ fields, filter, expireAfterSeconds }: Index): Doc {
  const before = new Date(Date.now() - (expireAfterSeconds as number) * 1000);
  return { [fields[0]?.path as string]: { $lte: before }, ...(filter ? { $and: [filter] } : {}) };
}
