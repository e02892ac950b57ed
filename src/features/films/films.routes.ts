import { type RouteTable, route } from '../../platform/http/route.ts';
import {
  cancelRenderJob,
  getPreview,
  getPreviewPlaylist,
  getRenderJob,
  latestRenderJob,
  listPublishedMedia,
  publish,
  restorePublishedMedia,
} from '../../shared/contracts/films.ts';
import * as films from './films.service.ts';
import { playlistOf, previewOf } from './preview.service.ts';

export const filmRoutes: RouteTable = [
  route(publish, ({ body, viewer }) => films.publishFilm(body.eventId, viewer), { about: ({ body }) => body.eventId }),
  route(getRenderJob, ({ params }) => films.renderJobById(params.id), {
    about: ({ params }) => films.eventOfRender(params.id),
  }),
  route(cancelRenderJob, ({ params }) => films.cancelRender(params.id), {
    about: ({ params }) => films.eventOfRender(params.id),
  }),
  route(latestRenderJob, ({ params }) => films.latestRender(params.id)),
  route(listPublishedMedia, ({ params }) => films.listFilms(params.id)),
  route(restorePublishedMedia, ({ params }) => films.restoreFilm(params.id), {
    about: ({ params }) => films.eventOfFilm(params.id),
  }),
  route(getPreview, ({ params, viewer }) => previewOf(params.id, viewer)),
  route(getPreviewPlaylist, async ({ params, viewer, res }) => {
    const playlist = await playlistOf(params.id, viewer);
    res.type('application/vnd.apple.mpegurl').send(playlist);
    return playlist;
  }),
];
