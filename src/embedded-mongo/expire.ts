import type { Doc } from './bson.ts';
import { changeInPortions, sweep } from './changes.ts';
import type { Database } from './database.ts';
import type { Index } from './indexes.ts';

/** Removes what TTL indexes say is over, and what drops have left, again and again; returns how to stop. */
export function startExpiry(db: Database, everyMs: number, onError: (error: unknown) => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const again = async (): Promise<void> => {
    await removeAll(db).catch(onError);
    if (!isStopped) timer = setTimeout(again, everyMs).unref();
  };
  timer = setTimeout(again, everyMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function removeAll(db: Database): Promise<void> {
  await sweep(db);
  for (const { ns, indexes } of db.catalog.all())
    for (const index of indexes)
      if (index.expireAfterSeconds !== undefined)
        await changeInPortions(db, ns, {
          filter: due(index),
          multi: true,
          apply: (collection, hit) => db.documents.change(collection, hit.record, hit.doc),
        });
}

function due({ fields, filter, expireAfterSeconds }: Index): Doc {
  const before = new Date(Date.now() - (expireAfterSeconds as number) * 1000);
  return { [fields[0]?.path as string]: { $lte: before }, ...(filter ? { $and: [filter] } : {}) };
}
