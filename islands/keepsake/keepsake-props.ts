import type { Keepsake } from '../../src/shared/contracts/keepsakes.ts';

export interface KeepsakeProps {
  /** What names the event in the page’s address: its uuid, or the private key. */
  eventRef: string;
  keepsake: Keepsake;
  timeZone: string;
}
