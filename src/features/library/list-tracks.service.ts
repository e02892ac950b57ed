import type { Track } from '../../shared/contracts/tracks.ts';
import type { Mood } from '../../shared/moods.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import { isTrackId, TRACKS } from './music/catalogue.ts';
import { toTrackDto } from './track.dto.ts';
import { type StoredTrack, TrackModel, Types } from './track.model.ts';

export interface TrackFilter {
  mood?: Mood | undefined;
  occasion?: OccasionType | undefined;
}

/** An event's own songs, the product's tracks, and public ones, in this order. */
export async function allTracks(eventId: string | null, { mood, occasion }: TrackFilter = {}): Promise<Track[]> {
  const stored = await TrackModel.find({ eventId: { $in: [null, ...(eventId ? [new Types.ObjectId(eventId)] : [])] } })
    .sort({ eventId: -1, place: 1 })
    .lean<StoredTrack[]>();
  const shown = stored.filter(({ deletedAt }) => !deletedAt).map(toTrackDto);
  const tracks = [
    ...shown.filter((each) => !each.isPublic),
    ...TRACKS,
    ...shown.filter((each) => each.isPublic && each.status === 'ready'),
  ];
  return tracks.filter((each) => (!mood || each.mood === mood) && (!occasion || each.occasions.includes(occasion)));
}

/** For staff: public tracks, those that are being prepared or failed too, then the product's own. */
export async function tracksForStaff(): Promise<{ stored: Track[]; own: readonly Track[] }> {
  const stored = await TrackModel.find({ eventId: null }).sort({ place: 1 }).lean<StoredTrack[]>();
  return { stored: stored.filter(({ deletedAt }) => !deletedAt).map(toTrackDto), own: TRACKS };
}

/** One page of them; `cursor` is the last id seen. */
export async function pageOfTracks(
  eventId: string | null,
  { cursor, limit, ...filter }: TrackFilter & { cursor?: string | undefined; limit: number },
): Promise<{ tracks: Track[]; total: number; nextCursor: string | null }> {
  const all = await allTracks(eventId, filter);
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const tracks = all.slice(from, from + limit);
  return { tracks, total: all.length, nextCursor: from + limit < all.length ? (tracks.at(-1)?.id ?? null) : null };
}

/** A track that a film of an event may have; null for any other. `isOwn`: its makers brought it. */
export async function usable(trackId: string, eventId: string): Promise<{ isOwn: boolean } | null> {
  if (isTrackId(trackId)) return { isOwn: false };
  if (!Types.ObjectId.isValid(trackId)) return null;
  const track = await TrackModel.findOne({ _id: trackId, deletedAt: null, status: 'ready' }).lean<StoredTrack>();
  if (!track) return null;
  if (!track.eventId) return { isOwn: false };
  return String(track.eventId) === eventId ? { isOwn: true } : null;
}

/** What makers wrote about an event's own songs. */
export async function songsOf(eventId: string): Promise<{ title: string; artist: string; rightsConfirmedAt: Date }[]> {
  const songs = await TrackModel.find({ eventId, deletedAt: null }).lean<StoredTrack[]>();
  return songs.map(({ title, artist, rightsConfirmedAt }) => ({ title, artist: artist ?? '', rightsConfirmedAt }));
}
