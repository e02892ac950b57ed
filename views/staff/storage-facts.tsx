import type { StorageUse } from '../../src/shared/contracts/storage-use.ts';
import { bytes } from '../../src/shared/format.ts';
import { Facts } from './facts.tsx';

/** What files take, by kind and in all. */
export function StorageFacts({ use }: { use: StorageUse }) {
  const { originals, prepared, films, packages } = use;
  return (
    <Facts
      of={[
        ['Originals', bytes(originals)],
        ['Prepared clips', bytes(prepared)],
        ['Films', bytes(films)],
        ['Packages', bytes(packages)],
        ['In all', <strong key="all">{bytes(originals + prepared + films + packages)}</strong>],
      ]}
    />
  );
}
