/** The keys of a table whose keys are all known, in order. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Whether a value is one of a list. */
export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.some((each) => each === value);
}
