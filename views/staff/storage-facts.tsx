import type { StorageUse } from '../../src/shared/contracts/storage-use.ts';
import { bytes } from '../../src/shared/format.ts';
import { Facts } from './facts.tsx';

/** What files take, by kind and in all. */
export function StorageFacts({ use }: { use: StorageUse }) {
  const { originals, prepared, films, packages, songs, printed, apart } = use;
  const ofNone = apart ? apart.music + apart.pictures : 0;
  const all = originals + prepared + films + packages + songs + printed + ofNone;
  return (
    <Facts
      of={[
        ['Originals', bytes(originals)],
        ['Prepared clips', bytes(prepared)],
        ['Films', bytes(films)],
        ['Packages', bytes(packages)],
        ['Songs', bytes(songs)],
        ['Postcards and discs', bytes(printed)],
        ...(apart
          ? ([
              ['Our music', bytes(apart.music)],
              ['Profile pictures', bytes(apart.pictures)],
            ] as const)
          : []),
        ['In all', <strong key="all">{bytes(all)}</strong>],
      ]}
    />
  );
}
