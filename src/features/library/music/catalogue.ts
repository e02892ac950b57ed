import type { Track } from '../../../shared/contracts/films.ts';
import { keysOf } from '../../../shared/known-values.ts';
import { OCCASION_TYPES, type OccasionType } from '../../../shared/occasions.ts';
import { TRACK_SOUNDS } from './track-sounds.ts';

/** Raise it when a track in `static/music` changes, so that workers decode it again. */
export const MUSIC_VERSION = 2;

/** Samples of the loop that a file in `static/music` has before and after it. */
export const RUN_UP = 2048;

/** Where browsers find the tracks; the build copies them there. */
const MUSIC_URL = '/assets/music';

export type TrackId = keyof typeof TRACK_SOUNDS;

interface Credits {
  title: string;
  mood: string;
  occasions: readonly OccasionType[];
}

const CREDITS: Record<TrackId, Credits> = {
  'paper-lanterns': {
    title: 'Paper lanterns',
    mood: 'warm',
    occasions: ['anniversary', 'thankyou', 'teacher-appreciation', 'getwell', 'mothers', 'fathers', 'other', 'holiday'],
  },
  'confetti-hour': {
    title: 'Confetti hour',
    mood: 'joyful',
    occasions: [
      'birthday',
      'congratulations',
      'graduation',
      'barmitzvah',
      'batmitzvah',
      'holiday',
      'yearbook',
      'school',
    ],
  },
  'hand-in-hand': {
    title: 'Hand in hand',
    mood: 'tender',
    occasions: ['wedding', 'valentines', 'anniversary', 'mothers', 'babyshower'],
  },
  'still-water': { title: 'Still water', mood: 'quiet', occasions: ['memorial'] },
  'stamps-and-string': {
    title: 'Stamps and string',
    mood: 'playful',
    occasions: ['school', 'yearbook', 'babyshower', 'birthday', 'teacher-appreciation', 'other'],
  },
  'the-long-road': {
    title: 'The long road',
    mood: 'hopeful',
    occasions: ['retirement', 'farewell', 'graduation', 'military', 'recognition', 'business', 'getwell', 'fathers'],
  },
};

export const TRACK_IDS = keysOf(TRACK_SOUNDS);

/** The project's own tracks, free of licences. */
export const TRACKS: readonly Track[] = TRACK_IDS.map((id) => ({
  id,
  title: CREDITS[id].title,
  artist: 'VidDay',
  mood: CREDITS[id].mood,
  length: TRACK_SOUNDS[id].length,
  url: `${MUSIC_URL}/${id}.m4a`,
  waveform: [...TRACK_SOUNDS[id].waveform],
  occasions: [...CREDITS[id].occasions],
  isPublic: true,
  eventId: null,
}));

export function isTrackId(id: string): id is TrackId {
  return Object.hasOwn(TRACK_SOUNDS, id);
}

/** The default track for an occasion. */
export function suggestedTrack(occasion: string): TrackId {
  const known = OCCASION_TYPES.find((type) => type === occasion) ?? 'other';
  return TRACK_IDS.find((id) => CREDITS[id].occasions[0] === known) ?? byOccasion(known);
}

function byOccasion(occasion: OccasionType): TrackId {
  return TRACK_IDS.find((id) => CREDITS[id].occasions.includes(occasion)) ?? 'paper-lanterns';
}
