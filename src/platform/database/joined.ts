/**
 * Documents that a `$lookup` stage added to another.
 * @template T type of the joined documents, which the caller knows from the stage
 * @param field the stage's `as`
 */
export function joinedIn<T>(document: object, field: string): T[] {
  const joined: unknown = Reflect.get(document, field);
  return Array.isArray(joined) ? joined : [];
}
