import * as z from 'zod';
import { ANNOUNCEMENT_PLACES } from '../announcement-places.ts';
import { contract } from '../contract.ts';
import { isoDate, line, listMeta, objectId, page } from './common.ts';

const announcement = z.object({
  id: z.string(),
  /** `promotion` is green, other types are yellow. */
  type: z.string(),
  message: z.string(),
  /** After the message; null: none. */
  link: z.object({ url: z.string(), label: z.string() }).nullable(),
  /** On which pages it is shown. */
  places: z.array(z.enum(ANNOUNCEMENT_PLACES)),
  /** Seen by staff only, whatever its times. */
  isDraft: z.boolean(),
  startsAt: z.string(),
  /** Null: no end. */
  endsAt: z.string().nullable(),
});
export type Announcement = z.infer<typeof announcement>;

const type = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'One word in small letters, such as promotion or outage.');

const link = z.object({
  url: z
    .string()
    .trim()
    .max(300, 'At most 300 characters, please.')
    .regex(
      /^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/,
      'An address of this site, such as /pricing, or one with https://.',
    ),
  label: line(40).min(1, 'What does the link say?'),
});

const announcementBody = z.object({
  type,
  message: line(300).min(1, 'What should it say?'),
  link: link.nullish(),
  /** Default: on every page. */
  places: z.array(z.enum(ANNOUNCEMENT_PLACES)).min(1, 'Choose where it is shown.').optional(),
  /** Default: no. */
  isDraft: z.boolean().optional(),
  /** Default: now. */
  startsAt: isoDate.optional(),
  endsAt: isoDate.nullish(),
});
export type AnnouncementBody = z.infer<typeof announcementBody>;

export const activeAnnouncements = contract({
  method: 'GET',
  path: '/api/v2/announcements/active',
  summary: 'Current announcements, newest first; at most three for each kind of page.',
  access: 'anyone',
  response: z.array(announcement),
});

export const listAnnouncements = contract({
  method: 'GET',
  path: '/api/v2/announcements',
  summary: 'All announcements for staff, past and planned ones too; the newest first.',
  access: 'announcement.edit',
  query: page,
  response: z.array(announcement),
  beside: listMeta,
});

export const createAnnouncement = contract({
  method: 'POST',
  path: '/api/v2/announcements',
  summary: 'Announce something on every page or some, now or from a given time, or draft it.',
  access: 'announcement.edit',
  body: announcementBody,
  response: announcement,
  status: 201,
  limit: 'write',
});

export const updateAnnouncement = contract({
  method: 'PUT',
  path: '/api/v2/announcements/:id',
  summary: 'Change an announcement. Set `endsAt` to now to close it.',
  access: 'announcement.edit',
  params: z.object({ id: objectId }),
  body: announcementBody.partial(),
  response: announcement,
  limit: 'write',
  roundTrip: true,
});

export const deleteAnnouncement = contract({
  method: 'DELETE',
  path: '/api/v2/announcements/:id',
  summary: 'Delete an announcement; it leaves every page at once.',
  access: 'announcement.edit',
  params: z.object({ id: objectId }),
  response: announcement,
  limit: 'write',
});
