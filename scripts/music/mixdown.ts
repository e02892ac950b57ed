import { INSTRUMENTS, type InstrumentName } from './instruments.ts';
import { integratedLoudness } from './loudness.ts';
import type { Note, Part, Piece } from './score.ts';
import { lowPass, SAMPLE_RATE, seededRandom } from './synthesis.ts';

/** Two channels of equal length at `SAMPLE_RATE`. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** Target loudness of every piece, in LUFS. */
const MUSIC_LOUDNESS = -20;
/** Maximum sample value. */
const CEILING = 0.7;

/** Renders a piece as a seamless loop: what rings beyond the end wraps to the beginning. */
export function mixPiece(piece: Piece): Stereo {
  const length = loopSamples(piece);
  const dry: Stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  const room = new Float32Array(length);
  const random = seededRandom(2026);
  for (const part of piece.parts) playPart(part, piece, dry, room, random);
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
    const sound = playNote(part.instrument, note, beatSeconds, played);
    const late = (random() - 0.5) * 0.012;
    const off = note.at % 1 === 0.5 ? piece.swing * beatSeconds : 0;
    const at = Math.round((note.at * beatSeconds + off + late) * SAMPLE_RATE);
    const gain = part.gain * note.velocity * (0.94 + 0.12 * random());
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
  const key = `${note.midi} ${seconds}`;
  const known = played.get(key);
  if (known) return known;
  const sound = INSTRUMENTS[instrument](note.midi, seconds);
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

const COMBS = [1557, 1617, 1491, 1422, 1277, 1356];
const ALL_PASSES = [556, 441, 341];
const STEREO_SPREAD = 37;

/** Adds reverb (Schroeder's combs and all-passes) with the loop's end already ringing at its start. */
function addRoom(source: Float32Array, out: Stereo, seconds: number): void {
  const soft = lowPass(source, 5200);
  for (const [channel, spread] of [
    [out.left, 0],
    [out.right, STEREO_SPREAD],
  ] as const) {
    const combs = COMBS.map((samples) => new Float32Array(samples + spread));
    const gains = combs.map((line) => 10 ** ((-3 * line.length) / (SAMPLE_RATE * seconds)));
    const places = combs.map(() => 0);
    const held = combs.map(() => 0);
    const allPasses = ALL_PASSES.map((samples) => new Float32Array(samples + spread));
    const turns = allPasses.map(() => 0);
    const lead = Math.min(soft.length, Math.round(seconds * 1.2 * SAMPLE_RATE));
    for (let i = soft.length - lead; i < 2 * soft.length; i += 1) {
      const at = i % soft.length;
      const input = soft[at] as number;
      let sum = 0;
      for (let c = 0; c < combs.length; c += 1) {
        const line = combs[c] as Float32Array;
        const place = places[c] as number;
        const value = line[place] as number;
        const damped = (held[c] as number) * 0.28 + value * 0.72;
        held[c] = damped;
        line[place] = input + damped * (gains[c] as number);
        places[c] = place + 1 === line.length ? 0 : place + 1;
        sum += value;
      }
      for (let a = 0; a < allPasses.length; a += 1) {
        const line = allPasses[a] as Float32Array;
        const turn = turns[a] as number;
        const value = line[turn] as number;
        line[turn] = sum + value * 0.5;
        sum = value - sum * 0.5;
        turns[a] = turn + 1 === line.length ? 0 : turn + 1;
      }
      if (i >= soft.length) channel[at] = (channel[at] as number) + sum * 0.11;
    }
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
