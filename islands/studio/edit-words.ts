import type { Replaced } from './own-changes.ts';

/** Milliseconds are precise enough, and short on the wire. */
export function precise(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Such as 1:03.2. */
export function tenths(seconds: number): string {
  const rounded = Math.round(seconds * 10) / 10;
  const rest = (rounded % 60).toFixed(1).padStart(4, '0');
  return `${Math.floor(rounded / 60)}:${rest}`;
}

/** For screen readers. */
export function spoken(seconds: number): string {
  return `${seconds.toFixed(2)} seconds`;
}

/** Fields of a clip as its history names them, for a sentence. */
const FIELDS: Readonly<Record<string, string>> = {
  trim: 'its start and end',
  cuts: 'what is cut out',
  crop: 'the crop',
  rotate: 'how it is turned',
  straighten: 'how straight it is',
  flip: 'how it is mirrored',
  volume: 'the volume',
  muted: 'the sound',
  denoise: 'the clean-up',
  speed: 'the speed',
  fill: 'what is around it',
  look: 'the colours',
  length: 'how long it shows',
  caption: 'the caption',
  captions: 'the captions',
  text: 'the words',
  contributor: 'the name',
  hidden: 'whether it is in the film',
  annotation: 'what is drawn on it',
};

/** Whole acts, as a clip's history names them. */
const ACTS: Readonly<Record<string, string>> = {
  revert: 'took all edits back',
  duplicate: 'made this copy',
  poster: 'chose its picture',
  painting: 'put what is drawn on it into the film',
  transcribe: 'had its words written down',
  upscale: 'had it made sharper',
  upscaleUsed: 'took the sharper version',
  upscaleDropped: 'kept it as it came',
};

/** What somebody did to a clip, after their name: "changed the crop and the colours". */
export function changeInWords(what: string): string {
  const fields = what.split(', ');
  const acts = fields.flatMap((field) => ACTS[field] ?? []);
  return acts.length > 0 ? acts.join(', ') : `changed ${fieldsInWords(fields)}`;
}

/** Tells that somebody else replaced this tab's changes to a clip. @param name the clip's contributor */
export function replacedInWords({ by, fields }: Replaced, name: string): string {
  return `${by || 'Another organiser'} has changed ${fieldsInWords(fields)} of ${name}’s clip too.`;
}

/** Such as "the crop and the colours". */
function fieldsInWords(fields: readonly string[]): string {
  const words = fields.map((field) => FIELDS[field]).filter((word) => word !== undefined);
  return words.length < 2 ? (words[0] ?? 'it') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
