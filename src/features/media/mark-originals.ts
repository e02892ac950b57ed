import type { Migration } from '../../platform/migrations/migration.ts';

/** Older clips lack this field, and no index finds missing fields. */
export const markOriginals: Migration = {
  number: 4,
  name: 'mark the originals that were never cleaned',
  async run({ db }) {
    const unmarked = { originalState: { $exists: false } };
    await db.collection('media').updateMany(unmarked, { $set: { originalState: 'raw' } }, { maxTimeMS: 0 });
  },
};
