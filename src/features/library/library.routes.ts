import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/tracks.ts';
import { addTrack } from './add-track.ts';
import { removeTrack, updateTrack } from './change-track.ts';
import { pageOfTracks } from './list-tracks.service.ts';
import { listedSongs, songAdder, songKeeper } from './track-rules.ts';

export const updateTrackAction = action(contracts.updateTrack, {
  access: songKeeper,
  run: ({ body, track }) => updateTrack(track, body),
});
export const deleteTrackAction = action(contracts.deleteTrack, {
  access: songKeeper,
  run: ({ track }) => removeTrack(track),
});

export const libraryRoutes: RouteTable = [
  action(contracts.listTracks, {
    access: listedSongs,
    async run({ event, query: { eventId: _eventId, ...page } }) {
      const { tracks, total, nextCursor } = await pageOfTracks(event?.id ?? null, page);
      return withBeside(tracks, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.createTrack, { access: songAdder, run: ({ body, event }) => addTrack(body, event) }),
  updateTrackAction,
  deleteTrackAction,
];
