import { getOwn, isDoc } from './bson.ts';

export function splitPath(path: string): string[] {
  return path.split('.');
}

/** A path of an index or a sort, and which way round. */
export interface Field {
  path: string;
  parts: string[];
  descending: boolean;
}

export function fieldOf(path: string, direction: unknown): Field {
  return { path, parts: splitPath(path), descending: Number(direction) < 0 };
}

export function isIndexPart(part: string): boolean {
  return /^\d+$/.test(part);
}

/** Told of each value a path leads to; `undefined` where the path ends early. Returns true to stop. */
export type Visit = (value: unknown, position: number) => boolean;

/**
 * Walks a query path, also through each element of arrays on its way; the last value is passed whole. `position` is the
 * index in the outermost array, or -1. Returns whether a visit stopped it.
 */
export function walkPath(value: unknown, parts: readonly string[], visit: Visit, at = 0, position = -1): boolean {
  if (at === parts.length) return visit(value, position);
  const part = parts[at] as string;
  if (Array.isArray(value)) {
    if (isIndexPart(part) && Number(part) < value.length) {
      if (walkPath(value[Number(part)], parts, visit, at + 1, position)) return true;
    }
    for (let i = 0; i < value.length; i++)
      if (isDoc(value[i]) && walkPath(value[i], parts, visit, at, position === -1 ? i : position)) return true;
    return false;
  }
  return isDoc(value) ? walkPath(getOwn(value, part), parts, visit, at + 1, position) : visit(undefined, position);
}

/** All values a path leads to, arrays at its end expanded and not given whole: what sorting and indexes look at. */
export function sortValues(value: unknown, parts: readonly string[], missingIsNull = true): unknown[] {
  const found: unknown[] = [];
  walkPath(value, parts, (item) => {
    if (!Array.isArray(item)) found.push(item === undefined && missingIsNull ? null : item);
    else if (item.length === 0) found.push(undefined);
    else found.push(...item);
    return false;
  });
  return found.length > 0 || !missingIsNull ? found : [null];
}
