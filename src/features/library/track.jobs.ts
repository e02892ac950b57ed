import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { asSoundError, forgetSound, identifySound } from '../media/sound-uploads.service.ts';
import { announceTrack } from './announce-track.ts';
import { prepareSong } from './music/prepare-song.ts';
import { toTrackDto } from './track.dto.ts';
import { audioKey, originalKey, removeFiles } from './track.files.ts';
import { type StoredTrack, TrackModel } from './track.model.ts';

interface TrackData {
  trackId: string;
}

const FAILED = { code: 'INTERNAL', message: 'We couldn’t prepare this song. Remove it and add it again.' };

/** Runs `track.prepare`: makes an uploaded song playable, and finds its beats. */
export const prepareTrackWork: Work<TrackData> = { run: prepare, ended };

async function prepare({ trackId }: TrackData, { signal }: JobContext): Promise<void> {
  const track = await TrackModel.findOne({ _id: trackId, status: 'processing' }).lean<StoredTrack>();
  if (!track) return;
  const { config, store } = platform();
  try {
    await withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
      const path = await store.local(originalKey(track), folder);
      const facts = await identifySound(path, signal);
      const { audio, length, waveform, beats, loop } = await prepareSong({ path, facts, folder }, signal);
      await store.take(audioKey(track), audio);
      const ready = await record(trackId, { status: 'ready', length, waveform, beats, loop, error: null });
      // Removed meanwhile.
      if (!ready && !(await TrackModel.exists({ _id: trackId }))) await removeFiles(track);
    });
    // Our own encoding has replaced it, without the metadata of its maker.
    await store.remove(originalKey(track));
  } catch (thrown) {
    const error = asSoundError(thrown);
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await fail(trackId, { code: error.code, message: error.message });
  }
}

async function ended({ trackId }: TrackData, { state }: JobStatus): Promise<void> {
  if (state === 'failed') await fail(trackId, FAILED);
}

async function fail(trackId: string, error: { code: string; message: string }): Promise<void> {
  const failed = await record(trackId, { status: 'failed', error });
  if (!failed) return;
  await removeFiles(failed);
  await forgetSound(trackId);
}

type Outcome = Partial<Pick<StoredTrack, 'status' | 'error' | 'length' | 'waveform' | 'beats' | 'loop'>>;

/** Stores the outcome of a track that is still being prepared, and tells its pages. */
async function record(trackId: string, outcome: Outcome): Promise<StoredTrack | null> {
  const stored = await TrackModel.findOneAndUpdate(
    { _id: trackId, status: 'processing' },
    { $set: outcome },
    { returnDocument: 'after' },
  ).lean<StoredTrack>();
  if (!stored) return null;
  const dto = toTrackDto(stored);
  const { status, error, length, latestStart, url, waveform, beats } = dto;
  // Visitors hear of a public song only now.
  announceTrack(dto, dto.isPublic ? dto : { status, error, length, latestStart, url, waveform, beats });
  return stored;
}
