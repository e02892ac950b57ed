import type { Migration } from '../../platform/migrations/migration.ts';

/** Guests who opened their link again after their clip was in counted as missing, and were reminded. */
export const returnContributors: Migration = {
  number: 105,
  name: 'count guests whose clip is in as contributors again',
  async run({ db }) {
    const isIn = { 'mediaIds.0': { $exists: true }, status: { $in: ['opened', 'yes', 'maybe', 'no'] } };
    const contributed = { $set: { status: 'contributed', progress: 'sent' } };
    await db.collection('rsvps').updateMany(isIn, contributed, { maxTimeMS: 0 });
  },
};
