import type { Announcement } from '../../shared/contracts/announcements.ts';
import { AnnouncementModel, type StoredAnnouncement } from './announcement.model.ts';

/** More would push the page's content off a phone's screen. */
const SHOWN_MAX = 3;

/** Announcements that have not ended, including future ones; newest first. */
export async function listUnended(): Promise<Announcement[]> {
  const found = await AnnouncementModel.find({ $or: [{ endsAt: null }, { endsAt: { $gt: new Date() } }] })
    .sort({ startsAt: -1, _id: -1 })
    .limit(100)
    .lean<StoredAnnouncement[]>();
  return found.map(toDto);
}

/** Announcements shown at `time` (epoch milliseconds). */
export function activeAmong(announcements: readonly Announcement[], time: number): Announcement[] {
  return announcements
    .filter(({ startsAt, endsAt }) => Date.parse(startsAt) <= time && (endsAt === null || Date.parse(endsAt) > time))
    .slice(0, SHOWN_MAX);
}

export function toDto({ _id, type, message, startsAt, endsAt }: StoredAnnouncement): Announcement {
  return {
    id: String(_id),
    type,
    message,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt ? endsAt.toISOString() : null,
  };
}
