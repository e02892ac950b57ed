import { Types } from 'mongoose';
import { pageOf, pastId } from '../../platform/database/by-id.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Announcement, AnnouncementBody } from '../../shared/contracts/announcements.ts';
import { requireAudit } from '../audit/audit.service.ts';
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

/** Past, current and planned ones, newest first. */
export async function listForStaff({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit: number;
}): Promise<{ announcements: Announcement[]; total: number; nextCursor: string | null }> {
  const [found, total] = await Promise.all([
    AnnouncementModel.find(pastId(cursor))
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<StoredAnnouncement[]>(),
    AnnouncementModel.countDocuments(ALL),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { announcements: shown.map(toDto), total, nextCursor };
}

/** An announcement by id; null if there is none. */
export async function findAnnouncement(id: string): Promise<Announcement | null> {
  const stored = await AnnouncementModel.findById(id).lean<StoredAnnouncement>();
  return stored && toDto(stored);
}

/** Counts by the index of ids. */
const ALL = { _id: { $gt: new Types.ObjectId('0'.repeat(24)) } };

interface Staff {
  id: string;
  ip: string;
}

export async function createAnnouncement(body: AnnouncementBody, staff: Staff): Promise<Announcement> {
  const startsAt = body.startsAt ? new Date(body.startsAt) : new Date();
  const endsAt = body.endsAt ? new Date(body.endsAt) : null;
  refuseBackwards(startsAt, endsAt);
  const created = await AnnouncementModel.create({ ...body, startsAt, endsAt, createdBy: staff.id });
  const announcement = toDto(created.toObject());
  await record('created', staff, { after: announcement });
  return tellChanged(announcement);
}

/** Throws NOT_FOUND, and FIELDS_REFUSED if it would end before it begins. */
export async function updateAnnouncement(
  id: string,
  body: Partial<AnnouncementBody>,
  staff: Staff,
): Promise<Announcement> {
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
  await record('changed', staff, { before: toDto(before), after: toDto(changed) });
  return tellChanged(toDto(changed));
}

/** Deletes an announcement, once it is in the audit log. NOT_FOUND. */
export async function deleteAnnouncement(id: string, staff: Staff): Promise<Announcement> {
  const before = await findAnnouncement(id);
  if (!before) throw noSuchAnnouncement();
  await record('deleted', staff, { before });
  await AnnouncementModel.deleteOne({ _id: id });
  return tellChanged(before);
}

function record(
  verb: 'created' | 'changed' | 'deleted',
  { id, ip }: Staff,
  details: { before?: Announcement; after?: Announcement },
): Promise<void> {
  return requireAudit({ actorId: id, subjectId: null, action: `announcement.${verb}`, ip, details });
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
  platform().sockets.emitToStaff('desk:changed', { what: 'announcements' });
  return announcement;
}
