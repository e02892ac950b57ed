import { ANNOUNCEMENT_PLACES, ANNOUNCEMENTS_MAX } from '../../shared/announcement-places.ts';
import type { Announcement } from '../../shared/contracts/announcements.ts';
import { AnnouncementModel, type StoredAnnouncement } from './announcement.model.ts';

/** Announcements that have not ended, including future ones but no drafts; newest first. */
export async function listUnended(): Promise<Announcement[]> {
  const found = await AnnouncementModel.find({ $or: [{ endsAt: null }, { endsAt: { $gt: new Date() } }] })
    .sort({ startsAt: -1, _id: -1 })
    .limit(100)
    .lean<StoredAnnouncement[]>();
  return found.map(toDto).filter(({ isDraft }) => !isDraft);
}

/** Announcements shown at `time` (epoch milliseconds): the newest of each kind of page. */
export function activeAmong(announcements: readonly Announcement[], time: number): Announcement[] {
  const current = announcements.filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= time && (endsAt === null || Date.parse(endsAt) > time),
  );
  const shown = ANNOUNCEMENT_PLACES.flatMap((place) =>
    current.filter(({ places }) => places.includes(place)).slice(0, ANNOUNCEMENTS_MAX),
  );
  return current.filter((each) => shown.includes(each));
}

/** Older announcements lack link, places and draft. */
export function toDto(stored: StoredAnnouncement): Announcement {
  const { _id, type, message, link, places, isDraft, startsAt, endsAt } = stored;
  return {
    id: String(_id),
    type,
    message,
    link: link?.url ? { url: link.url, label: link.label ?? '' } : null,
    places: ANNOUNCEMENT_PLACES.filter((place) => (places ?? ANNOUNCEMENT_PLACES).includes(place)),
    isDraft: isDraft ?? false,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt ? endsAt.toISOString() : null,
  };
}
