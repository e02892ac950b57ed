import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/tracks.ts';
import { addTrack } from './add-track.ts';
import { removeTrack, updateTrack } from './change-track.ts';
import { pageOfTracks } from './list-tracks.service.ts';
import { recordTrackAct } from './track-acts.ts';
import { listedSongs, songAdder, songKeeper } from './track-rules.ts';

export const updateTrackAction = action(contracts.updateTrack, {
  access: songKeeper,
  async run({ body, track, viewer }) {
    const changed = await updateTrack(track, body);
    await recordTrackAct('changed', changed, viewer, track);
    return changed;
  },
});
export const deleteTrackAction = action(contracts.deleteTrack, {
  access: songKeeper,
  async run({ track, viewer }) {
    const removed = await removeTrack(track);
    await recordTrackAct('removed', removed, viewer);
    return removed;
  },
});

export const libraryRoutes: RouteTable = [
  action(contracts.listTracks, {
    access: listedSongs,
    async run({ event, query: { eventId: _eventId, ...page } }) {
      const { tracks, total, nextCursor } = await pageOfTracks(event?.id ?? null, page);
      return withBeside(tracks, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.createTrack, {
    access: songAdder,
    async run({ body, event, viewer }) {
      const added = await addTrack(body, event);
      await recordTrackAct('added', added, viewer);
      return added;
    },
  }),
  updateTrackAction,
  deleteTrackAction,
];
