import type { Migration } from '../../platform/migrations/migration.ts';

/** Clips from before originals were cleaned say nothing of theirs, and no index finds what is not there. */
export const markOriginals: Migration = {
  number: 4,
  name: 'mark the originals that were never cleaned',
  async run({ db }) {
    const unmarked = { originalState: { $exists: false } };
    await db.collection('media').updateMany(unmarked, { $set: { originalState: 'raw' } }, { maxTimeMS: 0 });
  },
};
