import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/films.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { creatorOfEvent, eventCreator } from '../events/events.service.ts';
import * as films from './films.service.ts';
import { playlistOf, previewOf } from './preview.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
const renderCreator = creatorOfEvent<ById>(({ params }) => films.eventOfRender(params.id));
const filmCreator = creatorOfEvent<ById>(({ params }) => films.eventOfFilm(params.id));

export const filmRoutes: RouteTable = [
  action(contracts.publish, {
    access: creatorOfEvent<{ body: { eventId: string }; viewer: Viewer }>(({ body }) => body.eventId),
    run: ({ event, viewer }) => films.publishFilm(event, viewer.user),
  }),
  action(contracts.getRenderJob, { access: renderCreator, run: ({ params }) => films.renderJobById(params.id) }),
  action(contracts.cancelRenderJob, { access: renderCreator, run: ({ params }) => films.cancelRender(params.id) }),
  action(contracts.latestRenderJob, { access: eventCreator, run: ({ params }) => films.latestRender(params.id) }),
  action(contracts.listPublishedMedia, { access: eventCreator, run: ({ event }) => films.listFilms(event) }),
  action(contracts.restorePublishedMedia, {
    access: filmCreator,
    run: ({ event, params }) => films.restoreFilm(params.id, event),
  }),
  action(contracts.getPreview, { access: eventCreator, run: ({ event }) => previewOf(event) }),
  action(contracts.getPreviewPlaylist, {
    access: eventCreator,
    async run({ event, res }) {
      const playlist = await playlistOf(event);
      res.type('application/vnd.apple.mpegurl').send(playlist);
      return playlist;
    },
  }),
];
