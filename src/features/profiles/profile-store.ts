import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { NOTIFICATION_NAMES, NOTIFICATIONS, type Notification } from '../../shared/notifications.ts';
import { ProfileModel, type StoredProfile } from './profile.model.ts';

/** A user's profile; null where they have told nothing yet. */
export async function findProfile(userId: string): Promise<StoredProfile | null> {
  return Types.ObjectId.isValid(userId) ? ProfileModel.findById(userId).lean<StoredProfile>() : null;
}

/**
 * Changes a profile, which is made where there is none yet, and returns how it was before.
 * @param change by path, such as `notifications.reminders`
 */
export async function changeProfile(userId: string, change: Record<string, unknown>): Promise<StoredProfile | null> {
  // A field of several parts can't be set by one part and made as a whole in the same write.
  await ProfileModel.updateOne({ _id: userId }, { $setOnInsert: emptyProfile() }, { upsert: true }).catch((error) => {
    if (!isDuplicateKey(error)) throw error;
  });
  return ProfileModel.findByIdAndUpdate(userId, { $set: change }, { returnDocument: 'before' }).lean<StoredProfile>();
}

/** Which mails somebody wants: what they chose of those that there are. */
export function choicesOf(profile: Pick<StoredProfile, 'notifications'> | null): Record<Notification, boolean> {
  const choices = NOTIFICATION_NAMES.map((name) => [
    name,
    profile?.notifications?.[name] ?? NOTIFICATIONS[name].atFirst,
  ]);
  return Object.fromEntries(choices) as Record<Notification, boolean>;
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
