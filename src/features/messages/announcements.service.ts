import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Announcement, AnnouncementBody } from '../../shared/contracts/announcements.ts';
import { AnnouncementModel, type StoredAnnouncement } from './announcement.model.ts';
import { activeAmong, listUnended, toDto } from './announcements.active.ts';
import { announcementBoard } from './announcements.board.ts';
import { announcementsChanged } from './domain-events.ts';

/** Current announcements, newest first, from the memory of this process. */
export function shownAnnouncements(): Announcement[] {
  return announcementBoard().shown();
}

/** Current announcements, newest first. */
export async function listActive(): Promise<Announcement[]> {
  return activeAmong(await listUnended(), Date.now());
}

export async function createAnnouncement(body: AnnouncementBody, userId: string): Promise<Announcement> {
  const startsAt = body.startsAt ? new Date(body.startsAt) : new Date();
  const endsAt = body.endsAt ? new Date(body.endsAt) : null;
  refuseBackwards(startsAt, endsAt);
  const { type, message } = body;
  const created = await AnnouncementModel.create({ type, message, startsAt, endsAt, createdBy: userId });
  return tellChanged(toDto(created.toObject()));
}

/** Throws NOT_FOUND, and FIELDS_REFUSED if it would end before it begins. */
export async function updateAnnouncement(id: string, body: Partial<AnnouncementBody>): Promise<Announcement> {
  const before = await AnnouncementModel.findById(id).lean<StoredAnnouncement>();
  if (!before) throw noSuchAnnouncement();
  const { startsAt = before.startsAt, endsAt = before.endsAt, ...words } = body;
  const times = { startsAt: new Date(startsAt), endsAt: endsAt ? new Date(endsAt) : null };
  // Closing a future announcement is fine: it is never shown.
  if (Number(times.startsAt) !== Number(before.startsAt)) refuseBackwards(times.startsAt, times.endsAt);
  const changed = await AnnouncementModel.findByIdAndUpdate(
    id,
    { $set: { ...words, ...times } },
    { returnDocument: 'after' },
  ).lean<StoredAnnouncement>();
  if (!changed) throw noSuchAnnouncement();
  return tellChanged(toDto(changed));
}

function refuseBackwards(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || endsAt > startsAt) return;
  const words = 'This is before it begins.';
  throw new AppError('FIELDS_REFUSED', { message: 'Please check the times.', fields: { endsAt: words } });
}

function noSuchAnnouncement(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such announcement.' });
}

/** Invalidates pages before notifying browsers, which then must not get an old page. */
async function tellChanged(announcement: Announcement): Promise<Announcement> {
  const failures = await announcementsChanged.emit({ id: announcement.id });
  for (const err of failures) platform().log.error({ err }, 'pages could not follow an announcement');
  platform().sockets.emitToAll('announcement:changed', { id: announcement.id });
  return announcement;
}
