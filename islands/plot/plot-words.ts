import { date } from '../../src/shared/format.ts';
import type { PlotProps } from './plot-props.ts';

/** "12 Jun" or "6:00 PM". @param at seconds since 1970 */
export function stepWords(at: number, isByHour: boolean): string {
  return date(new Date(at * 1000), { style: isByHour ? 'time' : 'short' });
}

/** "12 Jun: Sign-ups 86, VidDays 41". */
export function pointWords({ at, lines, unit = '', isByHour }: PlotProps, index: number): string {
  const values = lines.map(({ label, values: of }) => {
    const value = of[index];
    return `${label} ${typeof value === 'number' ? `${value.toLocaleString('en')}${unit}` : 'none'}`;
  });
  return `${stepWords(at[index] ?? 0, isByHour)}: ${values.join(', ')}`;
}
