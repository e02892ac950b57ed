/** Colours of lines; the same in words beside the plot. */
export type PlotTone = 'info' | 'good' | 'coral' | 'marigold' | 'plum';

export interface PlotLine {
  label: string;
  tone: PlotTone;
  /** One for each time; null where nothing was measured. */
  values: (number | null)[];
}

export interface PlotProps {
  /** What the plot shows, for screen readers; its numbers are in a table. */
  label: string;
  /** Begins of hours, days or weeks, in seconds since 1970. */
  at: number[];
  lines: PlotLine[];
  /** Stacked bars instead of lines. */
  isStacked?: boolean;
  /** After each number, such as " ms". */
  unit?: string;
  /** Steps are hours of a day. */
  isByHour: boolean;
  /** A value that is marked, such as one that should not be exceeded. */
  limit?: number;
  /** Numbers without a fraction. */
  isWhole?: boolean;
}
