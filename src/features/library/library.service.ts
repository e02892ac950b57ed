import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import type { Track } from '../../shared/contracts/films.ts';
import { isTrackId, TRACKS } from './music/catalogue.ts';
import { trackWav } from './music/track-file.ts';

/** Available music. */
export function listTracks(): readonly Track[] {
  return TRACKS;
}

/** Local WAV of a track for mixing; null without music or if the track no longer exists. */
export async function trackFile(trackId: string | null | undefined): Promise<string | null> {
  if (!trackId || !isTrackId(trackId)) return null;
  return trackWav(trackId, join(platform().config.varDir, 'cache', 'music'));
}
