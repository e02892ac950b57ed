import type { ThemePreview } from '../../src/shared/theme-preview.ts';

export interface ThemePickerProps {
  themes: readonly ThemePreview[];
  /** Theme of the event; empty for its paper. */
  chosenId: string;
  /** Where the form is posted. */
  action: string;
  backUrl: string;
  /** Heading of the list, such as "For a birthday video". */
  heading: string;
  /** Where a user makes their own themes; null without an account. */
  makeUrl: string | null;
}
