import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import { isTrackId, TRACKS } from './music/catalogue.ts';
import { beatsInFilm, type ChosenPart, makePieces } from './music/film-loop.ts';
import { loopOfTrack, wholeOf } from './music/loop.ts';
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
    return listOf(await makePieces(wav, wholeOf(TRACK_SOUNDS[trackId]), part, folder, signal), folder);
  }
  const track = await readyTrack(trackId);
  if (!track) return null;
  const audio = await platform().store.local(audioKey(track), folder);
  return listOf(await makePieces(audio, loopOfTrack(track), part, folder, signal), folder);
}

/** Beats of a film's music in seconds of a film that is `seconds` long; none without music or without a steady beat. */
export async function filmBeats({ trackId, music }: ChosenMusic, seconds: number): Promise<number[]> {
  if (!trackId) return [];
  const part = { start: music.start, seconds };
  if (isTrackId(trackId)) {
    const own = TRACKS.find(({ id }) => id === trackId);
    return beatsInFilm(own?.beats ?? [], wholeOf(TRACK_SOUNDS[trackId]), part);
  }
  const track = await readyTrack(trackId);
  return track ? beatsInFilm(track.beats ?? [], loopOfTrack(track), part) : [];
}

async function readyTrack(id: string): Promise<StoredTrack | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  return TrackModel.findOne({ _id: id, status: 'ready', deletedAt: null }).lean<StoredTrack>();
}

async function listOf(pieces: readonly string[], folder: string): Promise<string> {
  const list = join(folder, 'music.txt');
  await writeFile(list, ['ffconcat version 1.0', ...pieces.map((name) => `file ${name}`)].join('\n'));
  return list;
}
