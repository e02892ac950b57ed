import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { eventMusic } from '../events/events.parts.ts';
import { storedTracks } from '../media/media.parts.ts';
import { hasTrack, rescueTracks } from './add-track.ts';
import { cleanUpTracks, purgeTracksOf } from './change-track.ts';
import { libraryJobs } from './job-types.ts';
import { libraryRoutes } from './library.routes.ts';
import { songsOf, usable } from './list-tracks.service.ts';
import { resolveTrackFile } from './track.files.ts';
import { prepareTrackWork } from './track.jobs.ts';

/** The music that films can have: the product's own, staff's, and the songs of an event. */
export const library = defineFeature({
  name: 'library',
  routes: [libraryRoutes],
  files: { track: resolveTrackFile },
  jobs: handles(libraryJobs, { prepareTrack: prepareTrackWork }),
  rescue: [() => rescueTracks()],
  cleanUp: [cleanUpTracks],
  onEvent: [eventPurged.does(({ eventId }) => purgeTracksOf(eventId))],
  provides: () => [eventMusic.is({ usable, songsOf }), storedTracks.is({ has: hasTrack })],
});
