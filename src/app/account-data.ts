import type { AccountData } from '../features/account-data/account-data.parts.ts';
import { FEATURES } from '../features/index.ts';
import { confirmedAddressOf } from '../features/users/confirmed-address.service.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import type { AddressHolder, ExportSection, Keeping, PurgedPerson } from '../platform/manifest/personal-data.ts';

const features: readonly Feature[] = FEATURES;
const parts = features.flatMap(({ accountData }) => accountData ?? []);
const holders = Object.fromEntries(parts.flatMap(({ addresses = {} }) => Object.entries(addresses)));

/** Where email addresses, telephone numbers and names are stored, by `collection.path`. */
export const PERSONAL_FIELDS: Readonly<Record<string, Keeping>> = Object.fromEntries(
  parts.flatMap(({ fields = {} }) => Object.entries(fields)),
);

/** Export and deletion of a person's data, combined from all manifests. */
export const ACCOUNT_DATA: AccountData = {
  sections: Object.fromEntries([
    ...parts.flatMap((part) => Object.entries(part.export ?? {})),
    ...Object.entries(holders).map(([name, holder]) => [`${name}WithYourAddress`, sectionOf(holder)] as const),
  ]),
  purge,
};

function sectionOf(holder: AddressHolder): ExportSection {
  return async function* exportOfAddress(userId) {
    const email = await confirmedAddressOf(userId);
    if (email) yield* await holder.export(email);
  };
}

/** Right to left: data that belongs to an event goes before the event changes hands. */
async function purge(person: PurgedPerson): Promise<unknown[]> {
  try {
    if (person.confirmedEmail) for (const holder of Object.values(holders)) await holder.forget(person.confirmedEmail);
    for (const part of parts.toReversed()) await part.purge?.(person);
    return [];
  } catch (error) {
    return [error];
  }
}
