import { CHANNELS, CUT_FRAMES, SAMPLES_PER_FRAME } from '../../../platform/ffmpeg/segment-format.ts';
import type { MadeTransition } from './transition.ts';

/** Samples over which the sound changes at a cut, so that it doesn't click. */
const CLICK_SAMPLES = 240;
const SAMPLES = CUT_FRAMES * SAMPLES_PER_FRAME;

/** The sound of a transition, 16 bit stereo: both edges at equal power, or one after the other. */
export function transitionSound(kind: MadeTransition, tail: Buffer, head: Buffer): Buffer {
  if (kind === 'cut') {
    const level = (sample: number) => Math.min(1, sample / CLICK_SAMPLES);
    return Buffer.concat([scaled(tail, (sample) => level(SAMPLES - sample)), scaled(head, level)]);
  }
  const angle = (sample: number) => ((sample / SAMPLES) * Math.PI) / 2;
  const going = scaled(tail, (sample) => Math.cos(angle(sample)));
  const coming = scaled(head, (sample) => Math.sin(angle(sample)));
  return mapped(going, (value, at) => value + coming.readInt16LE(at));
}

function scaled(pcm: Buffer, level: (sample: number) => number): Buffer {
  return mapped(pcm, (value, at) => value * level(Math.floor(at / (2 * CHANNELS))));
}

function mapped(pcm: Buffer, change: (value: number, at: number) => number): Buffer {
  const result = Buffer.alloc(pcm.length);
  for (let at = 0; at < pcm.length; at += 2) {
    const value = Math.round(change(pcm.readInt16LE(at), at));
    result.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), at);
  }
  return result;
}
