import type { ExportSection, PurgedPerson } from '../../platform/manifest/personal-data.ts';
import { part } from '../../platform/part.ts';

/** What all features together keep of a person, as their manifests declare it. */
export interface AccountData {
  sections: Readonly<Record<string, ExportSection>>;
  /** May be repeated. @returns what failed; the account then stays until the next turn */
  purge(person: PurgedPerson): Promise<unknown[]>;
}

export const accountData = part<AccountData>('account data');
