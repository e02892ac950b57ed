import type { Replicator } from '../../integrations/acutrack.ts';
import type { Printer } from '../../integrations/lob.ts';
import type { Maker } from '../../integrations/makers.ts';
import { part } from '../../platform/part.ts';

/** Who makes and posts things; null where nobody does. */
export interface Makers {
  acutrack: Replicator | null;
  heirloom: Maker | null;
  printer: Printer | null;
}

export const makers = part<Makers>('makers');
