import type { ExportSection, Keeping, PurgedPerson } from '../../platform/manifest/personal-data.ts';
import { part } from '../../platform/part.ts';

/** What all features together store about a person, as their manifests declare it. */
export interface AccountData {
  /** Where email addresses, telephone numbers and names are stored, by `collection.path`. */
  fields: Readonly<Record<string, Keeping>>;
  sections: Readonly<Record<string, ExportSection>>;
  /** Idempotent. @returns what failed; the account then stays until the next run */
  purge(person: PurgedPerson): Promise<unknown[]>;
}

export const accountData = part<AccountData>('account data');
