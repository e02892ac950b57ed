import { AppError } from '../../platform/errors.ts';
import { refusalOf, signedIn } from '../../platform/http/access.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { may } from '../../shared/permissions.ts';
import { isMaker, siteRoles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable, requireEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { isTrackId } from './music/catalogue.ts';
import { type StoredTrack, TrackModel, Types } from './track.model.ts';

interface Asked<B> {
  viewer: Viewer;
  body: B;
}

/** The event whose songs are listed beside the public ones, for roles that see its clips. */
export const listedSongs: AccessRule<
  'anyone',
  { viewer: Viewer; query: { eventId?: string | undefined } },
  { event: EventRecord | null }
> = {
  word: 'anyone',
  async load({ viewer, query }) {
    if (query.eventId === undefined) return { event: null };
    return { event: (await requireEvent('event.readPrivate', query.eventId, viewer)).event };
  },
};

/** Makers add songs to their event, staff add public ones. */
export const songAdder: AccessRule<
  'track.edit',
  Asked<{ eventId?: string | undefined }>,
  { event: EventRecord | null }
> = {
  word: 'track.edit',
  async load({ viewer, body }) {
    if (body.eventId === undefined) {
      requirePublisher(viewer);
      return { event: null };
    }
    const { event, role } = await requireEvent('track.edit', body.eventId, viewer);
    if (!isMaker(role)) {
      throw new AppError('NOT_ALLOWED', { message: 'Only the person who made this VidDay can add songs to it.' });
    }
    requireChangeable(event);
    return { event };
  },
};

/** A stored track, for those who may change it. The product's own tracks are part of it and can't be changed. */
export const songKeeper: AccessRule<'track.edit', { viewer: Viewer; params: { id: string } }, { track: StoredTrack }> =
  {
    word: 'track.edit',
    async load({ viewer, params: { id } }) {
      if (isTrackId(id)) {
        requirePublisher(viewer);
        throw new AppError('WRONG_STATE', { message: 'This song is part of VidDay and can’t be changed.' });
      }
      const track = Types.ObjectId.isValid(id)
        ? await TrackModel.findOne({ _id: id, deletedAt: null }).lean<StoredTrack>()
        : null;
      if (!track) throw noSuchTrack();
      if (track.eventId) await requireEvent('track.edit', String(track.eventId), viewer);
      else requirePublisher(viewer);
      return { track };
    },
  };

export function noSuchTrack(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such song.' });
}

function requirePublisher(viewer: Viewer): void {
  if (!may(siteRoles(signedIn(viewer)), 'track.publish')) throw refusalOf(viewer.user, 'track.publish');
}
