import type { Migration } from '../../platform/migrations/migration.ts';
import { joinedUser, joinUser } from '../users/users.service.ts';
import { creatorNameOf } from './creator-name.ts';
import { EventModel, type StoredEvent } from './event.model.ts';

type Named = Pick<StoredEvent, '_id' | 'creatorId' | 'creatorName'>;

const READ = { creatorId: 1, creatorName: 1, joinedUsers: { _id: 1, firstName: 1 } };

/** Events kept the name that their creator had when they were made. */
export const renameCreators: Migration = {
  number: 103,
  name: 'take the names of creators over to their events',
  async run({ db, signal }) {
    const stages = [{ $match: { ownership: 'user' } }, joinUser('creatorId'), { $project: READ }];
    for await (const event of db.collection('events').aggregate<Named>(stages, { maxTimeMS: 0 })) {
      signal.throwIfAborted();
      const user = joinedUser(event);
      const { _id, creatorId, creatorName: before = null } = event;
      const creatorName = user ? creatorNameOf(user) : before;
      if (creatorName === before) continue;
      await EventModel.updateOne(
        { _id, creatorId, creatorName: before },
        { $set: { creatorName } },
        { timestamps: false },
      );
    }
  },
};
