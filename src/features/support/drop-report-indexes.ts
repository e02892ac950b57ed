import type { Migration } from '../../platform/migrations/migration.ts';

const REPLACED = ['status_1_createdAt_1', 'eventId_1_createdAt_-1'];

/** Reports are read by their id's order; databases older than the record of our indexes keep what it replaced. */
export const dropReportIndexes: Migration = {
  number: 10,
  name: 'drop two replaced indexes of reports',
  async run({ db }) {
    const [found] = await db.listCollections({ name: 'reports' }).toArray();
    if (!found) return;
    const reports = db.collection('reports');
    for (const { name = '' } of await reports.indexes()) if (REPLACED.includes(name)) await reports.dropIndex(name);
  },
};
