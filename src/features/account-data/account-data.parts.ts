import { part } from '../../platform/part.ts';
import type { ExportSection, PurgedPerson } from '../personal-data.ts';

/** What all features together store about a person, as their manifests declare it. */
export interface AccountData {
  sections: Readonly<Record<string, ExportSection>>;
  /** Idempotent. @returns what failed; the account then stays until the next run */
  purge(person: PurgedPerson): Promise<unknown[]>;
}

export const accountData = part<AccountData>('account data');
