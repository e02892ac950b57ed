import type { mongo } from 'mongoose';
import { wordsIn } from '../../platform/database/search-words.ts';
import type { Migration } from '../../platform/migrations/migration.ts';
import { joinedUser, joinUser } from '../users/users.service.ts';
import { creatorNameOf } from './creator-name.ts';
import { type StoredEvent, searchedTexts } from './event.model.ts';

type Named = Pick<StoredEvent, '_id' | 'recipients' | 'creatorId' | 'creatorName' | 'occasionOther'>;

/** Events written at once. */
const BATCH = 500;
const READ = { recipients: 1, creatorId: 1, creatorName: 1, occasionOther: 1, joinedUsers: { _id: 1, firstName: 1 } };

/** Events kept the name that their creator had when they were made. */
export const renameCreators: Migration = {
  number: 103,
  name: 'take the names of creators over to their events',
  async run({ db, signal }) {
    const events = db.collection('events');
    const stages = [{ $match: { ownership: 'user' } }, joinUser('creatorId'), { $project: READ }];
    let batch: mongo.AnyBulkWriteOperation[] = [];
    const write = async () => {
      signal.throwIfAborted();
      if (batch.length > 0) await events.bulkWrite(batch, { ordered: false });
      batch = [];
    };
    for await (const event of events.aggregate<Named>(stages, { maxTimeMS: 0 })) {
      const user = joinedUser(event);
      const { _id, creatorId, creatorName: before = null } = event;
      const creatorName = user ? creatorNameOf(user) : before;
      if (creatorName === before) continue;
      const searchWords = wordsIn(searchedTexts({ ...event, creatorName }));
      const filter = { _id, creatorId, creatorName: before };
      batch.push({ updateOne: { filter, update: { $set: { creatorName, searchWords } } } });
      if (batch.length === BATCH) await write();
    }
    await write();
  },
};
