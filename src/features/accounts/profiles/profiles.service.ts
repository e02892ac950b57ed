import { Types } from 'mongoose';
import { AppError } from '../../../platform/errors.ts';
import { notAllowed, refusalOf, signedIn } from '../../../platform/http/access.ts';
import type { ProfileBody, UserProfile } from '../../../shared/contracts/profiles.ts';
import { knownLanguage } from '../../../shared/languages.ts';
import { NOTIFICATION_NAMES } from '../../../shared/notifications.ts';
import { may } from '../../../shared/permissions.ts';
import { siteRoles } from '../../../shared/roles.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { forgetStops } from '../mail/mail-choices.service.ts';
import { type StoredUser, UserModel } from '../user.model.ts';
import { isCountry } from './countries.service.ts';
import { phoneInWords, readPhone } from './phone.ts';
import { pictureOf, removePictureFiles } from './pictures.service.ts';
import { ProfileModel, type StoredProfile } from './profile.model.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';
import { canonicalZone } from './time-zones.ts';

/** NOT_ALLOWED unless `viewer` looks at the own profile, or is an admin and only reads. */
export function checkProfileAccess(viewer: Viewer, userId: string, act: 'read' | 'change'): void {
  const user = signedIn(viewer);
  if (user.id === userId || (act === 'read' && may(siteRoles(user), 'user.read'))) return;
  throw act === 'read' ? refusalOf(user, 'user.read') : notAllowed();
}

/** A person's profile; NOT_FOUND without such a user. Who has told nothing yet has one that is empty. */
export async function getProfile(userId: string): Promise<UserProfile> {
  const [user, profile] = await Promise.all([findUser(userId), findProfile(userId)]);
  if (!user) throw noSuchUser();
  return toProfileDto(user, profile);
}

/** Changes what `body` names. FIELDS_REFUSED with words for a phone number, country or time zone that there isn't. */
export async function updateProfile(userId: string, body: ProfileBody): Promise<UserProfile> {
  const { firstName, lastName, notifications = {}, phone, country, timeZone, language } = body;
  const before = await findProfile(userId);
  const fields: Record<string, string> = {};
  if (country && !isCountry(country)) fields.country = 'Please choose a country from the list.';
  const zone = timeZone ? canonicalZone(timeZone) : timeZone;
  if (timeZone && !zone) fields.timeZone = 'We don’t know this time zone. Please choose one from the list.';
  const home = country === undefined ? (before?.country ?? null) : country;
  const number = phone ? readPhone(phone, home) : phone;
  if (phone && !number) fields.phone = wordsForPhone(home);
  if (Object.keys(fields).length > 0) {
    throw new AppError('FIELDS_REFUSED', { message: 'Please check the marked fields.', fields });
  }
  const chosen = NOTIFICATION_NAMES.filter((name) => notifications[name] !== undefined);
  const change = defined({
    phone: number,
    country,
    timeZone: zone,
    language,
    ...Object.fromEntries(chosen.map((name) => [`notifications.${name}`, notifications[name]])),
  });
  const names = defined({ firstName, lastName });
  const user = await UserModel.findByIdAndUpdate(
    userId,
    { $set: names },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw noSuchUser();
  await changeProfile(userId, change);
  await forgetStops(
    user.email,
    chosen.filter((name) => notifications[name]),
  );
  return getProfile(userId);
}

/** Removes everything that a profile holds, its picture too; for an account that is purged. */
export async function purgeProfile(userId: string): Promise<void> {
  await removePictureFiles(userId);
  await ProfileModel.deleteOne({ _id: userId });
}

function toProfileDto(user: StoredUser, profile: StoredProfile | null): UserProfile {
  const id = String(user._id);
  const phone = profile?.phone ?? null;
  return {
    id,
    firstName: user.firstName,
    lastName: user.lastName,
    phone,
    phoneInWords: phone && phoneInWords(phone),
    country: profile?.country ?? null,
    timeZone: profile?.timeZone ?? null,
    language: knownLanguage(profile?.language),
    picture: pictureOf(id, profile?.pictureFolder ?? null),
    notifications: choicesOf(profile),
  };
}

function wordsForPhone(country: string | null): string {
  return country
    ? 'That doesn’t look like a phone number. Check it, or start with the country code, such as +44.'
    : 'Please start with the country code, such as +44 20 7946 0958, or choose your country first.';
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

async function findUser(userId: string): Promise<StoredUser | null> {
  return Types.ObjectId.isValid(userId) ? UserModel.findById(userId).lean<StoredUser>() : null;
}

function noSuchUser(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such person.' });
}
