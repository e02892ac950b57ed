/** Seconds that are measured together. */
const WINDOW = 0.05;
/** Digital silence in dBFS. */
const NOTHING = -96;
/** Quieter recordings hold nothing that could be told from noise. */
const AUDIBLE = -45;
/** Speech is at least this much above the noise, and at most this much below the loudest, in dB. */
const ABOVE_NOISE = 6;
const BELOW_LOUDEST = 30;
/** With less between noise and the loudest, sound goes on throughout, such as music. */
const RANGE = 12;
/** Seconds: pauses within speech, and the shortest that is no click. */
const PAUSE = 0.3;
const SHORTEST = 0.15;
/** Windows that may be louder than what counts as the loudest: a knock is no voice. */
const KNOCKS = 5;

export interface SpeechSpan {
  /** Seconds. */
  start: number;
  end: number;
}

/**
 * Where something is heard in a WAV of 16 bit: voices, or what is as loud. Knocks and steady noise are not. Reads it
 * once, without holding it.
 * @param wav chunks of the file; the first holds its whole header
 * Throws for other files.
 */
export async function speechSpans(wav: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<SpeechSpan[]> {
  const levels = await levelsOf(wav);
  const inOrder = [...levels].sort((a, b) => a - b);
  const loudest = inOrder.at(-1 - Math.min(KNOCKS, levels.length - 1)) ?? NOTHING;
  const noise = inOrder[Math.floor(levels.length / 10)] ?? NOTHING;
  if (loudest < AUDIBLE) return [];
  if (loudest - noise < RANGE) return [{ start: 0, end: levels.length * WINDOW }];
  const least = Math.max(noise + ABOVE_NOISE, loudest - BELOW_LOUDEST);
  const spans: SpeechSpan[] = [];
  levels.forEach((level, index) => {
    if (level < least) return;
    const [start, end] = [index * WINDOW, (index + 1) * WINDOW];
    const last = spans.at(-1);
    if (last && start - last.end <= PAUSE) last.end = end;
    else spans.push({ start, end });
  });
  return spans.filter(({ start, end }) => end - start >= SHORTEST - 0.001);
}

/** Level of each window in dBFS. */
async function levelsOf(wav: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number[]> {
  const levels: number[] = [];
  let rest: Buffer | null = null;
  let format: { size: number } | null = null;
  for await (const chunk of wav) {
    let bytes: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk;
    if (!format) {
      const { size, dataAt } = formatOf(bytes);
      format = { size };
      bytes = bytes.subarray(dataAt);
    }
    const { size } = format;
    let at = 0;
    for (; at + size <= bytes.length; at += size) levels.push(levelOf(bytes, at, size));
    rest = bytes.subarray(at);
  }
  return levels;
}

function levelOf(bytes: Buffer, from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 2) sum += bytes.readInt16LE(at) ** 2;
  return Math.max(NOTHING, 10 * Math.log10(sum / (size / 2) / 32768 ** 2));
}

/** Bytes of a window, and where the samples begin. */
function formatOf(bytes: Buffer): { size: number; dataAt: number } {
  const format = bytes.indexOf('fmt ');
  const data = bytes.indexOf('data');
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || format < 0 || data < 0) throw new Error('This is not a WAV');
  const [channels, rate, bits] = [
    bytes.readUInt16LE(format + 10),
    bytes.readUInt32LE(format + 12),
    bytes.readUInt16LE(format + 22),
  ];
  if (bits !== 16) throw new Error(`A WAV of ${bits} bits can’t be measured`);
  return { size: Math.round(rate * WINDOW) * channels * 2, dataAt: data + 8 };
}
