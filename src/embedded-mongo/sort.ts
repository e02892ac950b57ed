import { type Doc, isDoc, toNumber } from './bson.ts';
import { badValue, notImplemented } from './errors.ts';
import { compareValues } from './order.ts';
import { sortValues, splitPath } from './paths.ts';

export interface SortField {
  path: string;
  parts: string[];
  descending: boolean;
}

export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined || spec === null) return [];
  if (!isDoc(spec)) throw badValue('Expected sort to be an object');
  return Object.entries(spec).map(([path, given]) => {
    if (isDoc(given)) throw notImplemented('sorting by $meta');
    const direction = toNumber(given);
    if (direction !== 1 && direction !== -1) throw badValue(`Bad sort specification: ${path} must be 1 or -1`);
    if (path === '' || path.startsWith('$'))
      throw badValue(`FieldPath field names may not start with '$'. Consider using $getField or $setField: ${path}`);
    return { path, parts: splitPath(path), descending: direction < 0 };
  });
}

/** The values a document sorts by: of an array the smallest, or going down the largest. */
function sortKey(doc: Doc, fields: SortField[]): unknown[] {
  return fields.map(({ parts, descending }) => {
    const values = sortValues(doc, parts);
    if (values.length === 1) return values[0];
    return values.reduce((best, value) => {
      const order = compareValues(value, best);
      return (descending ? order > 0 : order < 0) ? value : best;
    });
  });
}

function compareKeys(a: unknown[], b: unknown[], fields: SortField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return (fields[i] as SortField).descending ? -order : order;
  }
  return 0;
}

/** Sorts stably by the documents that `docOf` gives. */
export function sortBy<T>(items: T[], fields: SortField[], docOf: (item: T) => Doc): T[] {
  return items
    .map((item) => ({ item, key: sortKey(docOf(item), fields) }))
    .sort((a, b) => compareKeys(a.key, b.key, fields))
    .map(({ item }) => item);
}
