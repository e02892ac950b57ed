import type { Media } from '../../src/shared/contracts/media.ts';
import { editedLength } from '../../src/shared/edited-length.ts';

/** By how much the offered trims make clips shorter, such as "4 s". */
export function secondsOff(clips: readonly Media[]): string {
  const off = clips.reduce((sum, { source, length, edit, tighten }) => {
    const whole = source?.length ?? length;
    return tighten ? sum + editedLength(whole, edit) - editedLength(whole, { ...edit, trim: tighten }) : sum;
  }, 0);
  return `${off < 10 ? Math.round(off * 10) / 10 : Math.round(off)} s`;
}
