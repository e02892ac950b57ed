import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/films.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { creatorOfEvent, eventCreator } from '../events/event-rules.access.ts';
import { eventOfFilm, listFilms, restoreFilm } from './film-versions.service.ts';
import { playlistOf, previewOf } from './preview.service.ts';
import { publishFilm } from './publish-film.service.ts';
import { cancelRender, eventOfRender, latestRender, renderJobById } from './renders.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
const renderCreator = creatorOfEvent<ById>(({ params }) => eventOfRender(params.id));
const filmCreator = creatorOfEvent<ById>(({ params }) => eventOfFilm(params.id));

export const filmRoutes: RouteTable = [
  action(contracts.publish, {
    access: creatorOfEvent<{ body: { eventId: string }; viewer: Viewer }>(({ body }) => body.eventId),
    run: ({ event, viewer }) => publishFilm(event, viewer.user),
  }),
  action(contracts.getRenderJob, { access: renderCreator, run: ({ params }) => renderJobById(params.id) }),
  action(contracts.cancelRenderJob, { access: renderCreator, run: ({ params }) => cancelRender(params.id) }),
  action(contracts.latestRenderJob, { access: eventCreator, run: ({ params }) => latestRender(params.id) }),
  action(contracts.listPublishedMedia, { access: eventCreator, run: ({ event }) => listFilms(event) }),
  action(contracts.restorePublishedMedia, {
    access: filmCreator,
    run: ({ event, params }) => restoreFilm(params.id, event),
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
