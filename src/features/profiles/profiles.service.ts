import { AppError } from '../../platform/errors.ts';
import { notAllowed, refusalOf, signedIn } from '../../platform/http/access.ts';
import type { PurgedPerson } from '../../platform/manifest/personal-data.ts';
import { platform } from '../../platform/platform.ts';
import type { ProfileBody, UserProfile } from '../../shared/contracts/profiles.ts';
import { knownLanguage } from '../../shared/languages.ts';
import { NOTIFICATION_NAMES } from '../../shared/notifications.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { accountRule } from '../users/own-account.service.ts';
import type { UserRecord } from '../users/user-record.service.ts';
import { changeNames, findUser } from '../users/users.service.ts';
import { isCountry } from './countries.service.ts';
import { keepStops, liftOwnStops, shownChoices } from './mail-choices.service.ts';
import { phoneInWords, readPhone } from './phone.ts';
import { pictureOf, removePictureFiles } from './pictures.service.ts';
import { ProfileModel, type StoredProfile } from './profile.model.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';
import { canonicalZone } from './time-zones.ts';

/** NOT_ALLOWED for other people's profiles, except that admins may read them. */
export function checkProfileAccess(viewer: Viewer, userId: string, act: 'read' | 'change'): void {
  const user = signedIn(viewer);
  if (user.id === userId || (act === 'read' && may(siteRoles(user), 'user.read'))) return;
  throw act === 'read' ? refusalOf(user, 'user.read') : notAllowed();
}

export const readableProfile = accountRule((viewer, id) => checkProfileAccess(viewer, id, 'read'));
export const ownProfile = accountRule((viewer, id) => checkProfileAccess(viewer, id, 'change'));

/** A person's profile, empty until they fill it in. NOT_FOUND without such a user. */
export async function getProfile(userId: string): Promise<UserProfile> {
  const [user, profile] = await Promise.all([findUser(userId), findProfile(userId)]);
  if (!user) throw noSuchUser();
  return toProfileDto(user, profile, await shownChoices(user, choicesOf(profile)));
}

/** Changes the fields of `body`. FIELDS_REFUSED for an invalid phone number, country or time zone. */
export async function updateProfile(userId: string, body: ProfileBody): Promise<UserProfile> {
  const { firstName, lastName, notifications = {}, phone, country, timeZone, language, mailPace } = body;
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
    mailPace,
    ...Object.fromEntries(chosen.map((name) => [`notifications.${name}`, notifications[name]])),
  });
  const names = defined({ firstName, lastName });
  const user = await changeNames(userId, names);
  await changeProfile(userId, change);
  const wanted = chosen.filter((name) => notifications[name]);
  await liftOwnStops(user, wanted);
  return getProfile(userId);
}

/** Stores a time zone, as a browser guessed it, for somebody who has none yet; an invalid one is dropped. Never throws. */
export async function keepTimeZone(userId: string, guessed: string | undefined): Promise<void> {
  const timeZone = guessed && canonicalZone(guessed);
  if (!timeZone) return;
  await changeProfile(userId, { timeZone }, { timeZone: null }).catch((error: unknown) => {
    // They can set it later.
    platform().log.warn({ err: error }, 'a time zone could not be kept');
  });
}

/** Deletes a profile with its picture files; the owner of its address stays spared the mails they turned off. */
export async function purgeProfile({ userId, confirmedEmail }: PurgedPerson): Promise<void> {
  if (confirmedEmail) await keepStops(userId, confirmedEmail);
  await removePictureFiles(userId);
  await ProfileModel.deleteOne({ _id: userId });
}

function toProfileDto(
  user: UserRecord,
  profile: StoredProfile | null,
  notifications: UserProfile['notifications'],
): UserProfile {
  const { id } = user;
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
    notifications,
    mailPace: profile?.mailPace ?? 'soon',
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

function noSuchUser(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such person.' });
}
