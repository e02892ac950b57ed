import type { Migration } from '../../platform/migrations/migration.ts';
import { CAUSED_BY_OTHERS } from '../../shared/notifications.ts';
import { stopMail } from '../mail-preferences/mail-stops.service.ts';
import { joinedUser, joinUser } from '../users/users.service.ts';
import type { StoredProfile } from './profile.model.ts';

/**
 * A mail stopped by a link was noted in the profile only, as was what was chosen in the settings; an unconfirmed account has
 * no say about it by now. Both are kept for the address, as they can't be told apart.
 */
export const keepEarlierStops: Migration = {
  number: 102,
  name: 'keep the stops of unconfirmed addresses',
  async run({ db, signal }) {
    const hasStopped = { $or: CAUSED_BY_OTHERS.map((kind) => ({ [`notifications.${kind}`]: false })) };
    const profiles = db
      .collection('user_profiles')
      .aggregate<Pick<StoredProfile, 'notifications'>>([{ $match: hasStopped }, joinUser('_id')], { maxTimeMS: 0 });
    for await (const profile of profiles) {
      signal.throwIfAborted();
      const user = joinedUser(profile);
      if (!user || user.verifiedAt) continue;
      for (const kind of CAUSED_BY_OTHERS) {
        if (profile.notifications[kind] === false) await stopMail(user.email, kind);
      }
    }
  },
};
