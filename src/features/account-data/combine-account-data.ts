import type { Feature } from '../../platform/manifest/feature.ts';
import type { AddressHolder, ExportSection, PurgedPerson } from '../../platform/manifest/personal-data.ts';
import { confirmedAddressOf } from '../users/confirmed-address.service.ts';
import type { AccountData } from './account-data.parts.ts';

/**
 * Export and deletion of a person's data, combined from all manifests.
 * @param features from left to right; they purge from right to left, so that an event's data goes before the event
 */
export function combineAccountData(features: readonly Feature[]): AccountData {
  const parts = features.flatMap(({ accountData }) => accountData ?? []);
  const holders = Object.fromEntries(parts.flatMap(({ addresses = {} }) => Object.entries(addresses)));

  async function purge(person: PurgedPerson): Promise<unknown[]> {
    const { confirmedEmail } = person;
    try {
      if (confirmedEmail) for (const holder of Object.values(holders)) await holder.forget(confirmedEmail);
      for (const part of parts.toReversed()) await part.purge?.(person);
      return [];
    } catch (error) {
      return [error];
    }
  }

  return {
    fields: Object.fromEntries(parts.flatMap(({ fields = {} }) => Object.entries(fields))),
    sections: Object.fromEntries([
      ...parts.flatMap((part) => Object.entries(part.export ?? {})),
      ...Object.entries(holders).map(([name, holder]) => [`${name}WithYourAddress`, sectionOf(holder)] as const),
    ]),
    purge,
  };
}

function sectionOf(holder: AddressHolder): ExportSection {
  return async function* exportOfAddress(userId) {
    const email = await confirmedAddressOf(userId);
    if (email) yield* await holder.export(email);
  };
}
