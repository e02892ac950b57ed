import { model, Schema, type Types } from 'mongoose';
import type { LanguageTag } from '../../shared/languages.ts';
import {
  MAIL_PACES,
  type MailPace,
  NOTIFICATION_NAMES,
  NOTIFICATIONS,
  type Notification,
} from '../../shared/notifications.ts';

/** A profile as stored; private to this feature. */
export interface StoredProfile {
  /** The user's id. */
  _id: Types.ObjectId;
  /** E.164. */
  phone: string | null;
  country: string | null;
  timeZone: string | null;
  language: LanguageTag | null;
  /** Folder of the picture's files in the store. */
  pictureFolder: string | null;
  notifications: Record<Notification, boolean>;
  /** Missing in older profiles. */
  mailPace?: MailPace;
}

const text = { type: String, default: null };

const profileSchema = new Schema<StoredProfile>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    phone: text,
    country: text,
    timeZone: text,
    language: text,
    pictureFolder: text,
    notifications: Object.fromEntries(
      NOTIFICATION_NAMES.map((name) => [name, { type: Boolean, default: NOTIFICATIONS[name].atFirst }]),
    ),
    mailPace: { type: String, enum: MAIL_PACES, default: 'soon' },
  },
  { timestamps: true, collection: 'user_profiles' },
);

export const ProfileModel = model<StoredProfile>('UserProfile', profileSchema);
