import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import { isTrackId } from './music/catalogue.ts';
import { type ChosenPart, makePieces } from './music/film-loop.ts';
import { trackWav } from './music/track-file.ts';
import { TRACK_SOUNDS } from './music/track-sounds.ts';
import { audioKey } from './track.files.ts';
import { type StoredTrack, TrackModel, Types } from './track.model.ts';

export { allTracks, tracksForStaff } from './list-tracks.service.ts';

/** An event's choice of music. */
export interface ChosenMusic {
  trackId: string | null;
  music: { start: number; volume: number };
}

/**
 * Music for a film of `seconds`, for mixing: a WAV that loops without a seam, or a concat list (`.txt`) of WAVs that is
 * at least as long. Null without music, or if the track is gone.
 * @param folder working folder of the film
 */
export async function filmMusic(
  { trackId, music }: ChosenMusic,
  seconds: number,
  folder: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!trackId) return null;
  const part: ChosenPart = { start: music.start, volume: music.volume, seconds };
  if (isTrackId(trackId)) {
    const wav = await trackWav(trackId, join(platform().config.varDir, 'cache', 'music'));
    if (music.start === 0 && music.volume === 0) return wav;
    const loop = { from: 0, to: TRACK_SOUNDS[trackId].length, fade: 0 };
    return listOf(await makePieces(wav, loop, part, folder, signal), folder);
  }
  const track = Types.ObjectId.isValid(trackId)
    ? await TrackModel.findOne({ _id: trackId, status: 'ready', deletedAt: null }).lean<StoredTrack>()
    : null;
  if (!track) return null;
  const { from, to, fade } = { from: 0, to: track.length, fade: 0, ...track.loop };
  const audio = await platform().store.local(audioKey(track), folder);
  return listOf(await makePieces(audio, { from, to, fade }, part, folder, signal), folder);
}

async function listOf(pieces: readonly string[], folder: string): Promise<string> {
  const list = join(folder, 'music.txt');
  await writeFile(list, ['ffconcat version 1.0', ...pieces.map((name) => `file ${name}`)].join('\n'));
  return list;
}
