import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/films.ts';
import { getPreviewLook } from '../../shared/contracts/preview-look.ts';
import { drawTextCard } from '../../shared/contracts/text-card.ts';
import { previewEventTheme } from '../../shared/contracts/theme-editor.ts';
import { shapeOf } from '../../shared/film-shapes.ts';
import { byMaker } from '../../shared/history.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEvent, atEventOf, withAccount } from '../events/event-rules.access.ts';
import { eventOfFilm, listFilms, restoreFilm } from './film-versions.service.ts';
import { playlistOf, previewOf } from './preview.service.ts';
import { previewLookOf } from './preview-look.service.ts';
import { publishFilm } from './publish-film.service.ts';
import { cancelRender, eventOfRender, latestRender, renderJobById } from './renders.service.ts';
import { textCardPreview } from './text-card.service.ts';
import { cardsOfValues } from './theme-chooser.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}
const ofRender = ({ params }: ById) => eventOfRender(params.id);
const ofFilm = ({ params }: ById) => eventOfFilm(params.id);
const ofBody = ({ body }: { body: { eventId: string }; viewer: Viewer }) => body.eventId;

export const filmRoutes: RouteTable = [
  action(contracts.publish, {
    access: withAccount(atEventOf('film.publish', ofBody), 'Create an account first, so the film has an owner.'),
    run: ({ event, user, body }) => publishFilm(event, user, body),
    noted: (seen) => byMaker(seen, 'published'),
  }),
  action(contracts.getRenderJob, {
    access: atEventOf('film.read', ofRender),
    run: ({ params }) => renderJobById(params.id),
  }),
  action(contracts.cancelRenderJob, {
    access: atEventOf('film.publish', ofRender),
    run: ({ params }) => cancelRender(params.id),
  }),
  action(contracts.latestRenderJob, {
    access: atEvent('film.read'),
    run: ({ params, query }) => latestRender(params.id, shapeOf(query) ?? null),
  }),
  action(contracts.listPublishedMedia, {
    access: atEvent('film.read'),
    run: ({ event }) => listFilms(event),
  }),
  action(contracts.restorePublishedMedia, {
    access: atEventOf('film.publish', ofFilm),
    run: ({ event, params }) => restoreFilm(params.id, event),
  }),
  action(contracts.getPreview, { access: atEvent('film.read'), run: ({ event }) => previewOf(event) }),
  action(getPreviewLook, { access: atEvent('film.read'), run: ({ event }) => previewLookOf(event) }),
  action(previewEventTheme, { access: atEvent('event.edit'), run: ({ event, body }) => cardsOfValues(event, body) }),
  action(drawTextCard, { access: atEvent('film.read'), run: ({ event, body }) => textCardPreview(event, body) }),
  action(contracts.getPreviewPlaylist, {
    access: atEvent('film.read'),
    async run({ event, res }) {
      const playlist = await playlistOf(event);
      res.type('application/vnd.apple.mpegurl').send(playlist);
      return playlist;
    },
  }),
];
