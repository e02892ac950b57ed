import * as z from 'zod';
import { contract } from '../contract.ts';
import { LANGUAGE_TAGS } from '../languages.ts';
import { NAME_MAX } from '../limits.ts';
import { MAIL_PACES } from '../notifications.ts';
import { line, objectId } from './common.ts';

const choices = {
  filmReady: z.boolean(),
  clipArrived: z.boolean(),
  thankYou: z.boolean(),
  reminders: z.boolean(),
  stuck: z.boolean(),
  answers: z.boolean(),
  opened: z.boolean(),
  guestbook: z.boolean(),
  news: z.boolean(),
  letters: z.boolean(),
  ownClip: z.boolean(),
  invitations: z.boolean(),
  gifts: z.boolean(),
};

/** A square picture in several sizes and formats, for `<source>`; its URLs expire after some hours. */
const profilePicture = z.object({
  sources: z.array(z.object({ width: z.number(), type: z.enum(['image/avif', 'image/webp']), url: z.string() })),
});
export type ProfilePicture = z.infer<typeof profilePicture>;

const userProfile = z.object({
  /** Id of the user. */
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** E.164, such as `+4917012345678`. */
  phone: z.string().nullable(),
  /** The same in the local format. */
  phoneInWords: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** IANA. */
  timeZone: z.string().nullable(),
  /** BCP 47. */
  language: z.string().nullable(),
  picture: profilePicture.nullable(),
  /** Optional mails; those for the account's safety can't be switched off. */
  notifications: z.object(choices),
  mailPace: z.enum(MAIL_PACES),
});
export type UserProfile = z.infer<typeof userProfile>;

/** Treats the empty string of an omitted form field as null. */
function orNone<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable());
}

export const profileBody = z.object({
  firstName: line(NAME_MAX).optional(),
  lastName: line(NAME_MAX).optional(),
  /** In the local format; without a country code, of `country`. */
  phone: orNone(line(40)).optional(),
  country: orNone(z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.')).optional(),
  timeZone: orNone(line(64)).optional(),
  language: orNone(z.enum(LANGUAGE_TAGS, 'Please choose a language from the list.')).optional(),
  notifications: z.object(choices).partial().optional(),
  /** `daily`: news and mails to organisers come together at 6 pm. */
  mailPace: z.enum(MAIL_PACES).optional(),
});
export type ProfileBody = z.infer<typeof profileBody>;

const params = z.object({ id: objectId });

export const getProfile = contract({
  method: 'GET',
  path: '/api/v2/user-profiles/:id',
  summary: 'Your profile; admins may read any.',
  access: 'signed-in',
  params,
  response: userProfile,
});

export const updateProfile = contract({
  method: 'PUT',
  path: '/api/v2/user-profiles/:id',
  summary: 'Change your profile. Omitted fields stay unchanged; null clears a field.',
  access: 'signed-in',
  params,
  body: profileBody,
  response: userProfile,
  limit: 'write',
  roundTrip: true,
});

export const removePicture = contract({
  method: 'DELETE',
  path: '/api/v2/user-profiles/:id/picture',
  summary: 'Remove your picture. PUT to the same URL sets it: the bytes of a JPEG, PNG, WebP, AVIF or GIF.',
  access: 'signed-in',
  params,
  response: userProfile,
  limit: 'write',
});

/** Sets the picture. The body is the image's bytes, so it has a router of its own. */
export const setPicture = contract({
  ...removePicture,
  method: 'PUT',
  summary: 'Set one’s own picture: the bytes of a JPEG, PNG, WebP, AVIF or GIF.',
  body: z.instanceof(Blob),
});
