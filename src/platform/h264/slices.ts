import { BitReader, BitWriter, withEmulationPrevention, withoutEmulationPrevention } from './bits.ts';
import type { StreamHeaders } from './headers.ts';

/** Position in the GOP: 0 is the key frame; every picture is a reference for the next. */
type Place = number;

const REFERENCE = 2;
const SLICE = 1;
const P_SLICES = 5;
const I_SLICES = 7;
const HIGHEST_QUANTISER = 51;

/** A NAL unit that repeats the previous picture: one slice with all macroblocks skipped. */
export function repeatedPicture(headers: StreamHeaders, place: Place): Buffer {
  const header = sliceStart(headers, 0, P_SLICES, place).bits(0, 2);
  if (headers.hasWeights) {
    header
      .unsigned(0)
      .unsigned(0)
      .bits(0, 2 * headers.references);
  }
  header.bits(0, 1).unsigned(0);
  header.signed(HIGHEST_QUANTISER - headers.quantiser);
  if (headers.controlsDeblocking) header.unsigned(1);
  return unitOf(header.align(1).bytes(), skippedMacroblocks(headers.macroblocks));
}

/** Rewrites a key frame's slice as a non-key picture with the same pixels. */
export function innerPicture(headers: StreamHeaders, keyFrame: Buffer, place: Place): Buffer {
  const payload = withoutEmulationPrevention(keyFrame.subarray(1));
  const bits = new BitReader(payload);
  const firstMacroblock = bits.unsigned();
  bits.unsigned();
  bits.unsigned();
  bits.bits(headers.frameNumberBits);
  bits.unsigned();
  bits.bits(headers.orderBits + 2);
  const header = sliceStart(headers, firstMacroblock, I_SLICES, place).bits(0, 1).signed(bits.signed());
  if (headers.controlsDeblocking) {
    const disabled = bits.unsigned();
    header.unsigned(disabled);
    if (disabled !== 1) header.signed(bits.signed()).signed(bits.signed());
  }
  return unitOf(header.align(1).bytes(), payload.subarray(Math.ceil(bits.position / 8)));
}

function sliceStart(headers: StreamHeaders, firstMacroblock: number, kind: number, place: Place): BitWriter {
  return new BitWriter()
    .unsigned(firstMacroblock)
    .unsigned(kind)
    .unsigned(0)
    .bits(place % 2 ** headers.frameNumberBits, headers.frameNumberBits)
    .bits((2 * place) % 2 ** headers.orderBits, headers.orderBits);
}

function unitOf(header: Buffer, data: Buffer): Buffer {
  const payload = withEmulationPrevention(Buffer.concat([header, data]));
  return Buffer.concat([Buffer.from([(REFERENCE << 5) | SLICE]), payload]);
}

/**
 * State of the skip flag at the highest quantiser, table 9-13 of H.264: skipping is likely from the first macroblock
 * on.
 */
const FIRST_STATE = 42;
const LAST_STATE = 62;
/** Table 9-44 of H.264 from `FIRST_STATE` on: range of the least probable symbol, by state and range. */
const UNLIKELY = [
  [16, 20, 23, 27],
  [15, 19, 22, 25],
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
] as const;

/**
 * CABAC data of a slice of skipped macroblocks, with its stop bit. All symbols are most probable, so only the range
 * changes.
 */
function skippedMacroblocks(count: number): Buffer {
  let range = 510;
  // CABAC encoders omit the first bit.
  let zeros = -1;
  const renormalise = () => {
    while (range < 256) {
      range *= 2;
      zeros += 1;
    }
  };
  for (let macroblock = 0; macroblock < count; macroblock += 1) {
    const state = Math.min(LAST_STATE, FIRST_STATE + macroblock);
    range -= UNLIKELY[state - FIRST_STATE]?.[(range >> 6) & 3] ?? 0;
    renormalise();
    // End-of-slice flag of each macroblock: "no" leaves all but 2 of the range.
    range -= 2;
    if (macroblock < count - 1) renormalise();
  }
  const data = new BitWriter();
  for (let i = 0; i < zeros; i += 1) data.bits(0, 1);
  // The final flag raises the low end to the range; its lowest bit is the stop bit.
  return data
    .bits(range | 1, 10)
    .align(0)
    .bytes();
}
