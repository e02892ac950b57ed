import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventFilms } from '../events/events.parts.ts';
import { defineFeature } from '../feature.ts';
import { purgeDeletedEvents } from './clean-up.ts';
import { resolveFilmFile } from './film.files.ts';
import { renderWork } from './films.jobs.ts';
import { filmRoutes } from './films.routes.ts';
import { checkFilm, currentFilmDue, currentFilms, rescueRenders } from './films.service.ts';
import { filmJobTypes } from './job-types.ts';
import { lateClipsWork } from './late-clips.jobs.ts';
import { thanksRoutes } from './thanks/thanks.routes.ts';
import { rescueThanks, thanksWork } from './thanks/thanks-mails.ts';
import { titlesWork } from './titles.jobs.ts';

/** Rendering and publishing films, and thanks from recipients. */
export const films = defineFeature({
  name: 'films',
  routes: [filmRoutes, thanksRoutes],
  files: { film: resolveFilmFile },
  jobs: handles(filmJobTypes, {
    titles: titlesWork,
    lateClips: lateClipsWork,
    render: renderWork,
    thanks: thanksWork,
  }),
  rescue: [rescueRenders, () => rescueThanks()],
  cleanUp: [purgeDeletedEvents],
  provides: () => [eventFilms.is({ films: currentFilms, checkFilm, filmDue: currentFilmDue })],
});
