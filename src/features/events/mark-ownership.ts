import { mongo } from 'mongoose';
import type { Migration } from '../../platform/migrations/migration.ts';

/** Creator of events whose creator was deleted. */
const NOBODY = new mongo.ObjectId('000000000000000000000000');

/** Drafts had no creator, and events of deleted creators the zero id. */
export const markOwnership: Migration = {
  number: 6,
  name: 'mark who owns an event',
  async run({ db, signal }) {
    const events = db.collection('events');
    const unmarked = { ownership: { $exists: false } };
    // In this order, as the creator of an orphaned event is null from now on too.
    for (const [filter, fields] of [
      [{ creatorId: NOBODY }, { ownership: 'orphaned', creatorId: null }],
      [{ creatorId: null }, { ownership: 'draft', creatorId: null }],
      [{}, { ownership: 'user' }],
    ] as const) {
      signal.throwIfAborted();
      await events.updateMany({ ...unmarked, ...filter }, { $set: fields }, { maxTimeMS: 0 });
    }
  },
};
