import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import type { Track } from '../../shared/contracts/films.ts';
import { isTrackId, TRACKS } from './music/catalogue.ts';
import { trackWav } from './music/track-file.ts';

/** Music that a film can have. */
export function listTracks(): readonly Track[] {
  return TRACKS;
}

/** Path of a track's WAV on the local disk, for mixing; null where the film has no music or its track has gone. */
export async function trackFile(trackId: string | null | undefined): Promise<string | null> {
  if (!trackId || !isTrackId(trackId)) return null;
  return trackWav(trackId, join(platform().config.varDir, 'cache', 'music'));
}
