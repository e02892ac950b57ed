import { defineFeature } from '../../platform/manifest/feature.ts';
import { dropIndexes } from '../../platform/migrations/drop-indexes.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { eventFilms } from '../events/events.parts.ts';
import { clipsChanged } from '../media/domain-events.ts';
import { purgeFilmsOf } from './clean-up.ts';
import { announceClips, settleClipNews } from './clip-news.ts';
import { resolveFilmFile } from './film.files.ts';
import { checkFilm, currentFilm, currentFilmDue, joinedFilm, joinFilm } from './film-versions.service.ts';
import { renderWork } from './films.jobs.ts';
import { filmRoutes } from './films.routes.ts';
import { filmJobTypes } from './job-types.ts';
import { lateClipsWork } from './late-clips.jobs.ts';
import { rescueRenders } from './publish-film.service.ts';
import { staffRenderRoutes } from './staff-renders.routes.ts';
import { titlesWork } from './titles.jobs.ts';
import { transitionsWork } from './transitions.jobs.ts';

/** Rendering and publishing films, and their versions. */
export const films = defineFeature({
  name: 'films',
  routes: [filmRoutes, staffRenderRoutes],
  files: { film: resolveFilmFile },
  jobs: handles(filmJobTypes, {
    titles: titlesWork,
    transitions: transitionsWork,
    lateClips: lateClipsWork,
    render: renderWork,
    shape: renderWork,
  }),
  rescue: [rescueRenders],
  migrations: [dropIndexes({ number: 85, collection: 'renderjobs', names: ['one_alive'] })],
  onEvent: [
    eventPurged.does(({ eventId }) => purgeFilmsOf(eventId)),
    clipsChanged.does(({ eventId }) => announceClips(eventId)),
  ],
  settle: settleClipNews,
  provides: () => [
    eventFilms.is({ film: currentFilm, join: joinFilm, joined: joinedFilm, checkFilm, filmDue: currentFilmDue }),
  ],
});
