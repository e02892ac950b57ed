import { type IndexSpec, nameOf } from './wanted-indexes.ts';

export type NamedIndex = IndexSpec & { name: string };

/** Changes to a collection's indexes, in this order. */
export interface IndexPlan {
  /** TTL indexes of which only the time changes. */
  retime: { name: string; expireAfterSeconds: number }[];
  /** Named so that no existing index conflicts. */
  build: NamedIndex[];
  /** Our indexes that are obsolete once the new ones exist. */
  drop: NamedIndex[];
  /** Names of indexes that are already right. */
  kept: string[];
}

/**
 * Compares indexes by what they do, not by name. An index is ours if we recorded its name, or if it has the name of a
 * wanted one; others are kept.
 * @param present without the one on `_id`
 * @param recorded names of indexes that we built before
 */
export function compareIndexes(
  wanted: readonly IndexSpec[],
  present: readonly NamedIndex[],
  recorded: ReadonlySet<string>,
): IndexPlan {
  const plan: IndexPlan = { retime: [], build: [], drop: [], kept: [] };
  const names = new Set(present.map(({ name }) => name));
  const matched = new Set<NamedIndex>();
  for (const spec of wanted) {
    const same = present.find((index) => doesSame(spec, index));
    if (!same) {
      const name = freeName(nameOf(spec), names);
      names.add(name);
      plan.build.push({ ...spec, name });
      continue;
    }
    matched.add(same);
    if (same.name === nameOf(spec)) plan.kept.push(same.name);
    const { expireAfterSeconds } = spec;
    if (expireAfterSeconds !== undefined && expireAfterSeconds !== same.expireAfterSeconds) {
      plan.retime.push({ name: same.name, expireAfterSeconds });
    }
  }
  const own = new Set([...recorded, ...wanted.map(nameOf)]);
  plan.drop = present.filter((index) => !matched.has(index) && own.has(index.name));
  return plan;
}

/** Whether keys and options are equal. The time of a TTL index may differ, as it can be changed in place. */
function doesSame(spec: IndexSpec, index: IndexSpec): boolean {
  if (spec.expireAfterSeconds === undefined && index.expireAfterSeconds !== undefined) return false;
  return effectOf(spec) === effectOf(index);
}

function effectOf({ key, unique = false, sparse = false, partialFilterExpression = {} }: IndexSpec): string {
  return JSON.stringify([Object.entries(key), unique, sparse, partialFilterExpression]);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free)) return free;
    free = `${name}_${n}`;
  }
}
