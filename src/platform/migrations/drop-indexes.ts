import type { Migration } from './migration.ts';

/** A migration that drops replaced indexes by name: databases older than the record of our indexes keep them otherwise. */
export function dropIndexes({
  number,
  collection,
  names,
}: {
  number: number;
  collection: string;
  names: readonly string[];
}): Migration {
  return {
    number,
    name: `drop replaced indexes of ${collection}`,
    async run({ db }) {
      const [found] = await db.listCollections({ name: collection }).toArray();
      if (!found) return;
      const documents = db.collection(collection);
      for (const { name = '' } of await documents.indexes()) if (names.includes(name)) await documents.dropIndex(name);
    },
  };
}
