import { BitReader, withoutEmulationPrevention } from './bits.ts';

/** Header fields that slice headers depend on. */
export interface StreamHeaders {
  frameNumberBits: number;
  orderBits: number;
  macroblocks: number;
  references: number;
  hasWeights: boolean;
  quantiser: number;
  controlsDeblocking: boolean;
}

/**
 * Parses the parameter sets of an MP4's decoder configuration (`avcC`). Throws unless they describe progressive CABAC
 * in High profile, as in all segments.
 */
export function readHeaders(configuration: Buffer): StreamHeaders {
  const sequenceBytes = configuration.readUInt16BE(6);
  const sequence = configuration.subarray(8, 8 + sequenceBytes);
  const picture = configuration.subarray(8 + sequenceBytes + 3);
  return { ...readSequence(payloadOf(sequence)), ...readPicture(payloadOf(picture)) };
}

function payloadOf(unit: Buffer): BitReader {
  return new BitReader(withoutEmulationPrevention(unit.subarray(1)));
}

function mustBe(found: number, wanted: number, what: string): void {
  if (found !== wanted) throw new Error(`${what} is ${found} instead of ${wanted} in the stream's headers`);
}

function readSequence(bits: BitReader) {
  mustBe(bits.bits(8), 100, 'the profile');
  bits.bits(16);
  bits.unsigned();
  mustBe(bits.unsigned(), 1, 'the chroma format');
  bits.unsigned();
  bits.unsigned();
  mustBe(bits.bits(2), 0, 'the use of scaling lists');
  const frameNumberBits = bits.unsigned() + 4;
  mustBe(bits.unsigned(), 0, 'the kind of picture order');
  const orderBits = bits.unsigned() + 4;
  bits.unsigned();
  bits.bits(1);
  const macroblocks = (bits.unsigned() + 1) * (bits.unsigned() + 1);
  mustBe(bits.bits(1), 1, 'the mark of whole frames');
  return { frameNumberBits, orderBits, macroblocks };
}

function readPicture(bits: BitReader) {
  bits.unsigned();
  bits.unsigned();
  mustBe(bits.bits(1), 1, 'the mark of CABAC');
  mustBe(bits.bits(1), 0, 'the order of bottom fields');
  mustBe(bits.unsigned(), 0, 'the number of slice groups');
  const references = bits.unsigned() + 1;
  bits.unsigned();
  const hasWeights = bits.bits(1) === 1;
  bits.bits(2);
  const quantiser = bits.signed() + 26;
  bits.signed();
  bits.signed();
  const controlsDeblocking = bits.bits(1) === 1;
  bits.bits(1);
  mustBe(bits.bits(1), 0, 'the mark of redundant slices');
  return { references, hasWeights, quantiser, controlsDeblocking };
}
