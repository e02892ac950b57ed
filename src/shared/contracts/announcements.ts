import { z } from 'zod';
import { contract } from '../contract.ts';
import { isoDate, line, listMeta, objectId, page } from './common.ts';

const announcement = z.object({
  id: z.string(),
  /** `promotion` is green, other types are yellow. */
  type: z.string(),
  message: z.string(),
  startsAt: z.string(),
  /** Null: no end. */
  endsAt: z.string().nullable(),
});
export type Announcement = z.infer<typeof announcement>;

const type = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'One word in small letters, such as promotion or outage.');

const announcementBody = z.object({
  type,
  message: line(300).min(1, 'What should it say?'),
  /** Default: now. */
  startsAt: isoDate.optional(),
  endsAt: isoDate.nullish(),
});
export type AnnouncementBody = z.infer<typeof announcementBody>;

export const activeAnnouncements = contract({
  method: 'GET',
  path: '/api/v2/announcements/active',
  summary: 'Current announcements, newest first.',
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
  summary: 'Add an announcement to every page, now or from a given time.',
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
