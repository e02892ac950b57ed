import { type Request, type Response, Router } from 'express';
import { loadTranscribeSandbox } from '../../integrations/sandboxes.ts';
import { startTranscriber, transcriber } from '../../integrations/transcribe.ts';
import { addSearchWords } from '../../platform/database/search-words.ts';
import { type HttpDeps, loadViewer } from '../../platform/http/mount-routes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAddress, exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { UPLOADS_PATH } from '../../shared/upload-path.ts';
import { draftsHandedOver } from '../drafts/domain-events.ts';
import { eventDeleted, eventPurged, eventRestored } from '../events/domain-events.ts';
import { eventClips } from '../events/events.parts.ts';
import { eventsGivenBy } from '../events/owner-leaves.service.ts';
import { acceptedClips } from '../promo/promo.parts.ts';
import { claimSent, exportClipsOfAddress, exportContributions } from './claims.service.ts';
import { cleanOriginalWork } from './clean-originals.ts';
import { cleanUpMedia, purgeMediaOf, purgeWithdrawn } from './clean-up.ts';
import { arrivedWork } from './clip-mails.ts';
import { resumeEventJobs, stopEventJobs } from './event-jobs.ts';
import { dropOriginals, forgetClipsOfAddress, forgetContributor } from './forget-person.ts';
import { mediaJobs } from './job-types.ts';
import { listenWork } from './listen.jobs.ts';
import { lookWork, posterWork } from './look.jobs.ts';
import { markOriginals } from './mark-originals.ts';
import { resolveMediaFile } from './media.files.ts';
import { prepareWork } from './media.jobs.ts';
import { searchedNames } from './media.model.ts';
import { guestInvitations, storedTracks } from './media.parts.ts';
import { hasReadyClip, mediaOf, summaries } from './media.queries.ts';
import { mediaRoutes } from './media.routes.ts';
import { rescueWaiting } from './prepare-again.service.ts';
import { repackWork } from './repack.service.ts';
import { mayUpload } from './sending-rules.ts';
import { releaseExpiredUploads } from './sources.ts';
import { staffMediaRoutes } from './staff-media.routes.ts';
import { transcribeWork } from './transcribe.jobs.ts';
import { rescueTranscriptions } from './transcribe-clip.ts';
import { allowSlowUploads, openUploads, uploadRoutes, uploads } from './uploads/open-uploads.ts';
import { upscaleWork } from './upscale.jobs.ts';
import { rescueUpscales } from './upscale-clip.ts';

/** Clips: sending, preparing, showing and removing them, and their senders. */
export const media = defineFeature({
  name: 'media',
  routes: [mediaRoutes, uploadRoutes, staffMediaRoutes],
  routers: (deps) => [Router().use(UPLOADS_PATH, uploads().router(admitUpload(deps)))],
  tuneServer: allowSlowUploads,
  files: { media: resolveMediaFile },
  jobs: handles(mediaJobs, {
    poster: posterWork,
    look: lookWork,
    prepare: prepareWork,
    upscale: upscaleWork,
    cleanOriginal: cleanOriginalWork,
    repack: repackWork,
    transcribe: transcribeWork,
    listen: listenWork,
    arrived: arrivedWork,
  }),
  freeDisk: releaseExpiredUploads,
  rescue: [
    releaseExpiredUploads,
    rescueWaiting,
    () => rescueUpscales(),
    () => rescueTranscriptions(),
    () => purgeWithdrawn(),
  ],
  cleanUp: [() => cleanUpMedia()],
  accountData: {
    fields: {
      'media.contributor.name': byAddress('clips'),
      'media.contributor.with': byAddress('clips'),
      'media.contributor.email': byAddress('clips'),
      'media.contributor.key': byAddress('clips'),
      'media.originalName': byAddress('clips'),
      'media.searchWords': byAddress('clips'),
      'media.history.by': exempt('Who changed a clip, for its organisers; goes with the account.'),
      'contributors.name': byAddress('clips'),
      'contributors.key': byAddress('clips'),
      'taken_places.contributors': byAddress('clips'),
      'uploads.filename': exempt('The name of a file; goes with the upload.'),
      'uploads.address': exempt('A keyed hash for limits, kept for a day.'),
    },
    export: { contributions: exportContributions },
    addresses: { clips: { export: exportClipsOfAddress, forget: forgetClipsOfAddress } },
    async purge({ userId }) {
      // Which events were delivered is known only before `events` purges them.
      for (const eventId of await eventsGivenBy(userId)) await dropOriginals(eventId);
      await forgetContributor(userId);
    },
  },
  onEvent: [
    draftsHandedOver.does(({ userId, contributedMediaIds }) => claimSent(userId, contributedMediaIds)),
    eventDeleted.does(({ eventId }) => stopEventJobs(eventId)),
    eventRestored.does(({ eventId }) => resumeEventJobs(eventId)),
    eventPurged.does(({ eventId }) => purgeMediaOf(eventId)),
  ],
  migrations: [markOriginals, addSearchWords({ number: 94, collection: 'media' }, searchedNames)],
  loads: async (config, process) => process === 'worker' && loadTranscribeSandbox(config),
  needs: [uploads, guestInvitations, storedTracks, transcriber],
  provides: (context) => [
    uploads.is(openUploads(context)),
    eventClips.is({ summaries, mediaOf }),
    acceptedClips.is({ has: hasReadyClip }),
    startTranscriber(context.config, context.log),
  ],
});

interface AnnouncedFile {
  ip: string;
  /** Key of the sender's own invitation. */
  invitation?: string | undefined;
}

/** Runs before the first byte of an upload. */
function admitUpload(deps: HttpDeps) {
  return async (event: string, { ip, invitation }: AnnouncedFile, { req, res }: { req: Request; res: Response }) => {
    await deps.limits.take('upload', ip, res);
    return mayUpload(event, await loadViewer(req, res, deps), invitation);
  };
}
