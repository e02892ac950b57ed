/** The keys of a table whose keys are all known, in order. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Whether a table has this key of its own. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** A record of a value for each name. */
export function recordOf<K extends string, V>(names: readonly K[], valueFor: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<K, V>;
}

/** Whether a value is one of a list. */
export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.some((each) => each === value);
}
