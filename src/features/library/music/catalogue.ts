import type { Track } from '../../../shared/contracts/tracks.ts';
import { keysOf } from '../../../shared/known-values.ts';
import type { Mood } from '../../../shared/moods.ts';
import { OCCASION_TYPES, type OccasionType } from '../../../shared/occasions.ts';
import { latestStart } from './film-loop.ts';
import { wholeOf } from './loop.ts';
import { TRACK_SOUNDS } from './track-sounds.ts';

/** Raise it when a track in `static/music` changes, so that workers decode it again. */
export const MUSIC_VERSION = 3;

/** Samples of the loop that a file in `static/music` has before and after it. */
export const RUN_UP = 2048;

/** Where browsers find the tracks; the build copies them there. */
const MUSIC_URL = '/assets/music';

export type TrackId = keyof typeof TRACK_SOUNDS;

interface Credits {
  title: string;
  mood: Mood;
  occasions: readonly OccasionType[];
}

const CREDITS: Readonly<Record<TrackId, Credits>> = {
  'paper-lanterns': {
    title: 'Paper lanterns',
    mood: 'warm',
    occasions: ['anniversary', 'thankyou', 'teacher-appreciation', 'getwell', 'mothers', 'fathers', 'other', 'holiday'],
  },
  'porch-light': {
    title: 'Porch light',
    mood: 'warm',
    occasions: ['fathers', 'birthday', 'retirement', 'thankyou', 'anniversary', 'other'],
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
  'kitchen-radio': {
    title: 'Kitchen radio',
    mood: 'joyful',
    occasions: ['mothers', 'birthday', 'anniversary', 'retirement', 'congratulations', 'holiday', 'business'],
  },
  'hand-in-hand': {
    title: 'Hand in hand',
    mood: 'tender',
    occasions: ['wedding', 'valentines', 'anniversary', 'mothers', 'babyshower'],
  },
  'letters-home': {
    title: 'Letters home',
    mood: 'tender',
    occasions: ['military', 'mothers', 'farewell', 'anniversary', 'wedding', 'valentines', 'getwell'],
  },
  'still-water': { title: 'Still water', mood: 'quiet', occasions: ['memorial'] },
  'candle-hour': { title: 'Candle hour', mood: 'quiet', occasions: ['getwell', 'memorial', 'farewell'] },
  'stamps-and-string': {
    title: 'Stamps and string',
    mood: 'playful',
    occasions: ['school', 'yearbook', 'babyshower', 'birthday', 'teacher-appreciation', 'other'],
  },
  'pocket-parade': {
    title: 'Pocket parade',
    mood: 'playful',
    occasions: ['babyshower', 'birthday', 'school', 'congratulations', 'recognition', 'holiday'],
  },
  'the-long-road': {
    title: 'The long road',
    mood: 'hopeful',
    occasions: ['retirement', 'farewell', 'graduation', 'military', 'recognition', 'business', 'getwell', 'fathers'],
  },
  'first-light': {
    title: 'First light',
    mood: 'hopeful',
    occasions: ['graduation', 'recognition', 'congratulations', 'wedding', 'business', 'military', 'yearbook'],
  },
};

export const TRACK_IDS = keysOf(TRACK_SOUNDS);

/** The project's own tracks, free of licences. */
export const TRACKS: readonly Track[] = TRACK_IDS.map((id) => ({
  id,
  title: CREDITS[id].title,
  artist: 'VidDay',
  mood: CREDITS[id].mood,
  status: 'ready',
  error: null,
  length: TRACK_SOUNDS[id].length,
  latestStart: latestStart(wholeOf(TRACK_SOUNDS[id])),
  url: `${MUSIC_URL}/${id}.m4a`,
  waveform: [...TRACK_SOUNDS[id].waveform],
  beats: beatsOf(TRACK_SOUNDS[id]),
  occasions: [...CREDITS[id].occasions],
  isPublic: true,
  eventId: null,
  rightsConfirmed: true,
  deletedAt: null,
}));

/** Beats as in the score, evenly spaced over the loop. */
function beatsOf({ length, beats }: { length: number; beats: number }): number[] {
  return Array.from({ length: beats }, (_, beat) => Math.round(((beat * length) / beats) * 1000) / 1000);
}

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
