import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { recordOf } from '../../shared/known-values.ts';
import { NOTIFICATION_NAMES, NOTIFICATIONS, type Notification } from '../../shared/notifications.ts';
import { ProfileModel, type StoredProfile } from './profile.model.ts';

/** A user's profile; null if they have not filled it in. */
export async function findProfile(userId: string): Promise<StoredProfile | null> {
  return Types.ObjectId.isValid(userId) ? ProfileModel.findById(userId).lean<StoredProfile>() : null;
}

/**
 * Changes a profile, created if needed, and returns the previous one.
 * @param change by path, such as `notifications.reminders`
 * @param only what the profile has to be like, or it stays as it is
 */
export async function changeProfile(
  userId: string,
  change: Record<string, unknown>,
  only: { timeZone?: null } = {},
): Promise<StoredProfile | null> {
  // One write can't both create a nested field and set a part of it.
  await ProfileModel.updateOne({ _id: userId }, { $setOnInsert: emptyProfile() }, { upsert: true }).catch((error) => {
    if (!isDuplicateKey(error)) throw error;
  });
  return ProfileModel.findOneAndUpdate(
    { _id: userId, ...only },
    { $set: change },
    { returnDocument: 'before' },
  ).lean<StoredProfile>();
}

/** Which mails a user wants; defaults for those they did not choose. */
export function choicesOf(profile: Pick<StoredProfile, 'notifications'> | null): Record<Notification, boolean> {
  return recordOf(NOTIFICATION_NAMES, (name) => profile?.notifications?.[name] ?? NOTIFICATIONS[name].atFirst);
}

function emptyProfile(): Omit<StoredProfile, '_id'> {
  return {
    phone: null,
    country: null,
    timeZone: null,
    language: null,
    pictureFolder: null,
    notifications: choicesOf(null),
  };
}
