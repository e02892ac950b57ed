import type { Migration } from '../../platform/migrations/migration.ts';

/** A published theme kept the editor who had made it as its owner. */
export const handToSite: Migration = {
  number: 101,
  name: 'hand published themes to the site',
  async run({ db }) {
    await db.collection('themes').updateMany({ isPublic: true, ownerId: { $ne: null } }, { $set: { ownerId: null } });
  },
};
