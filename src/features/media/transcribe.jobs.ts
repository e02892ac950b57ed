import { join } from 'node:path';
import { transcriber } from '../../integrations/transcribe.ts';
import { AppError } from '../../platform/errors.ts';
import { runTool } from '../../platform/ffmpeg/run.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { JobPostponed, type JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { askForCaptions } from '../events/film-transitions.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { announce } from './clip-steps.ts';
import { flagWords } from './flag-clip.ts';
import type { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { segmentFile } from './segments.ts';
import { cuesOfTranscript } from './transcript-cues.ts';
import { uneditedOf } from './unedited.ts';

type TranscribeData = JobData<typeof mediaJobs.transcribe>;

/** Milliseconds until it looks again whether a clip is prepared. */
const PAUSE = 1000;
const NOTHING_HEARD = 'We heard nobody speak in this clip.';
const FAILED = 'We couldn’t listen to this clip. Try again in a while, or type its captions.';

/** Runs `clip.transcribe`: sends a clip's sound away and keeps what comes back as its captions. */
export const transcribeWork: Work<TranscribeData> = {
  async run(data, { signal }) {
    const media = await MediaModel.findOne({ ...asked(data), deletedAt: null }).lean<StoredMedia>();
    const whole = media && uneditedOf(media);
    if (media?.status === 'processing' && !whole) throw new JobPostponed(PAUSE);
    if (!whole) return record(data, { transcription: null });
    await record(data, { 'transcription.status': 'running' });
    const { config, store } = platform();
    try {
      const segments = await withTempFolder(join(config.varDir, 'tmp'), async (temp) => {
        const source = await store.local(segmentFile(whole, 'audio'), temp);
        const sound = join(temp, 'clip.wav');
        await runTool('ffmpeg', soundArgs(source, sound), { signal, timeLimit: 60_000 + whole.length * 1000 });
        return transcriber().transcribe(sound, signal);
      });
      const captions = cuesOfTranscript(segments, whole.length);
      if (captions.length === 0) await fail(data, NOTHING_HEARD);
      else await record(data, { captions, transcription: null });
    } catch (error) {
      // A retry would not help.
      if (!(error instanceof AppError) || error.code === 'PROVIDER_DOWN') throw error;
      await fail(data, error.message);
    }
  },
  async ended(data, { state, error }: JobStatus) {
    if (state === 'done') return;
    if (state === 'cancelled') await record(data, { transcription: null });
    else await fail(data, error?.code === 'PROVIDER_DOWN' ? error.message : FAILED);
  },
};

/** Mono at 16 kHz: all that models use, and ten minutes stay below the limit of services. */
function soundArgs(source: string, target: string): string[] {
  return ['-y', '-f', 'wav', '-i', source, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-f', 'wav', target];
}

function fail(data: TranscribeData, message: string): Promise<void> {
  return record(data, { 'transcription.status': 'failed', 'transcription.message': message });
}

/** Stores a result, also in the bin, unless somebody wrote captions or asked again meanwhile. */
async function record(data: TranscribeData, changes: Record<string, unknown>): Promise<void> {
  const media = await MediaModel.findOneAndUpdate(asked(data), { $set: changes }, { returnDocument: 'after' })
    .lean<StoredMedia>()
    .exec();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event) return;
  await announce(media, event);
  if (!changes.captions) return;
  await askForCaptions(event);
  await flagWords(media);
}

function asked({ mediaId, askedAt }: TranscribeData) {
  return { _id: mediaId, 'transcription.askedAt': askedAt };
}
