import type { HistoryLine, Organiser } from '../../src/shared/contracts/organisers.ts';

export interface OrganisersProps {
  uuid: string;
  timeZone: string;
  /** Milliseconds since 1970, when the page was made. */
  now: number;
  /** Of the viewer; null for the browser of a draft, which can't ask anybody yet. */
  userId: string | null;
  organisers: Organiser[];
  history: HistoryLine[];
}
