import type { Track } from '../../../shared/contracts/films.ts';
import { OCCASION_TYPES, type OccasionType } from '../../../shared/occasions.ts';
import { loopSamples, mixPiece, type Stereo } from './mixdown.ts';
import { PIECES, type TrackId } from './pieces.ts';
import { SAMPLE_RATE } from './synthesis.ts';
import { WAVEFORMS } from './waveforms.ts';

/** Raise it when the bytes of a piece change: existing files are then rendered again. */
export const MUSIC_VERSION = 1;

/** Number of bars in a waveform. */
export const WAVEFORM_BARS = 64;

/** URL of the tracks, written there by the build. */
const MUSIC_URL = '/assets/music';

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

export const TRACK_IDS = Object.keys(PIECES) as TrackId[];

/** The project's own tracks, free of licences. */
export const TRACKS: readonly Track[] = TRACK_IDS.map((id) => ({
  id,
  title: CREDITS[id].title,
  artist: 'VidDay',
  mood: CREDITS[id].mood,
  length: loopSamples(PIECES[id]()) / SAMPLE_RATE,
  url: `${MUSIC_URL}/${id}.m4a`,
  waveform: WAVEFORMS[id],
  occasions: [...CREDITS[id].occasions],
  isPublic: true,
  eventId: null,
}));

export function isTrackId(id: string): id is TrackId {
  return Object.hasOwn(PIECES, id);
}

/** Renders one cycle of a track's loop, stereo at 48 kHz. Takes about a CPU second. */
export function renderTrack(id: TrackId): Stereo {
  return mixPiece(PIECES[id]());
}

/** The default track for an occasion. */
export function suggestedTrack(occasion: string): TrackId {
  const known = OCCASION_TYPES.find((type) => type === occasion) ?? 'other';
  return TRACK_IDS.find((id) => CREDITS[id].occasions[0] === known) ?? byOccasion(known);
}

function byOccasion(occasion: OccasionType): TrackId {
  return TRACK_IDS.find((id) => CREDITS[id].occasions.includes(occasion)) ?? 'paper-lanterns';
}

/** Loudness over time as `WAVEFORM_BARS` levels from 0 to 1, in hundredths. */
export function waveformOf({ left, right }: Stereo): number[] {
  const span = left.length / WAVEFORM_BARS;
  const levels = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const from = Math.floor(bar * span);
    const to = Math.floor((bar + 1) * span);
    let power = 0;
    for (let i = from; i < to; i += 1) power += (left[i] as number) ** 2 + (right[i] as number) ** 2;
    return Math.sqrt(power / (to - from));
  });
  const highest = Math.max(...levels, 1e-9);
  return levels.map((level) => Math.round((level / highest) * 100) / 100);
}
