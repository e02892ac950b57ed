import { INSTRUMENTS, type InstrumentName } from './instruments.ts';
import { integratedLoudness } from './loudness.ts';
import { addRoom } from './room.ts';
import type { Note, Part, Piece } from './score.ts';
import { SAMPLE_RATE, seededRandom } from './synthesis.ts';

/** Two channels of equal length at `SAMPLE_RATE`. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** Target loudness of every piece, in LUFS. */
const MUSIC_LOUDNESS = -20;
/** Maximum sample value. */
const CEILING = 0.7;

/** Softest and loudest differ by this much over a phrase; nobody plays all bars alike. */
const SWELL = 0.07;
/** Beats of a phrase. */
const PHRASE = 32;
/** Standard deviation of a note's start, in seconds. */
const LOOSENESS = 0.0045;
/** Steps of touch for which a note is rendered. */
const TOUCHES = 4;

/** Renders a piece as a seamless loop: what rings beyond the end wraps to the beginning. */
export function mixPiece(piece: Piece): Stereo {
  const length = loopSamples(piece);
  const dry: Stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  const room = new Float32Array(length);
  for (const [index, part] of piece.parts.entries()) playPart(part, piece, dry, room, seededRandom(2026 + index * 97));
  addRoom(room, dry, piece.roomSeconds);
  return level(dry);
}

/** Samples in one cycle of the loop. */
function loopSamples(piece: Piece): number {
  return Math.round((piece.beats * 60 * SAMPLE_RATE) / piece.beatsPerMinute);
}

function playPart(part: Part, piece: Piece, dry: Stereo, room: Float32Array, random: () => number): void {
  const beatSeconds = 60 / piece.beatsPerMinute;
  const played = new Map<string, Float32Array>();
  const angle = ((part.pan + 1) * Math.PI) / 4;
  for (const note of part.notes) {
    const phrase = 1 - SWELL * Math.cos((2 * Math.PI * note.at) / PHRASE);
    const velocity = note.velocity * phrase * (0.92 + 0.16 * random());
    const sound = playNote(part.instrument, { ...note, velocity }, beatSeconds, played);
    const off = note.at % 1 === 0.5 ? piece.swing * beatSeconds : 0;
    const late = LOOSENESS * (random() + random() + random() + random() - 2) * Math.sqrt(3);
    const at = Math.round((note.at * beatSeconds + off + late) * SAMPLE_RATE);
    const gain = part.gain * velocity;
    addLooped(dry.left, sound, at, gain * Math.cos(angle));
    addLooped(dry.right, sound, at, gain * Math.sin(angle));
    addLooped(room, sound, at, gain * part.room);
  }
}

function playNote(
  instrument: InstrumentName,
  note: Note,
  beatSeconds: number,
  played: Map<string, Float32Array>,
): Float32Array {
  const seconds = note.length * beatSeconds;
  const touch = Math.min(TOUCHES, Math.max(1, Math.round(note.velocity * TOUCHES))) / TOUCHES;
  const key = `${note.midi} ${seconds} ${touch}`;
  const known = played.get(key);
  if (known) return known;
  const sound = INSTRUMENTS[instrument](note.midi, seconds, touch);
  played.set(key, sound);
  return sound;
}

/** Adds `sound` at `at`, wrapping at the end of the loop. */
function addLooped(loop: Float32Array, sound: Float32Array, at: number, gain: number): void {
  let from = 0;
  let to = ((at % loop.length) + loop.length) % loop.length;
  while (from < sound.length) {
    const count = Math.min(sound.length - from, loop.length - to);
    for (let i = 0; i < count; i += 1) {
      loop[to + i] = (loop[to + i] as number) + gain * (sound[from + i] as number);
    }
    from += count;
    to = 0;
  }
}

/** Normalises the mix to `MUSIC_LOUDNESS`; peaks are soft-clipped. */
function level(mix: Stereo): Stereo {
  const gain = 10 ** ((MUSIC_LOUDNESS - integratedLoudness(mix.left, mix.right)) / 20);
  const knee = CEILING * 0.75;
  for (const channel of [mix.left, mix.right]) {
    for (let i = 0; i < channel.length; i += 1) {
      const value = (channel[i] as number) * gain;
      const size = Math.abs(value);
      channel[i] =
        size <= knee
          ? value
          : Math.sign(value) * (knee + (CEILING - knee) * Math.tanh((size - knee) / (CEILING - knee)));
    }
  }
  return mix;
}
