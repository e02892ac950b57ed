const shared = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Shares reads about a loaded object: later reads of a name get the first answer. For requests that change nothing.
 * @param known answers that were loaded together with the object, by name
 */
export function shareReads<T extends object>(subject: T, known: Readonly<Record<string, unknown>> = {}): T {
  const reads = shared.get(subject) ?? new Map<string, Promise<unknown>>();
  for (const [name, value] of Object.entries(known)) reads.set(name, Promise.resolve(value));
  shared.set(subject, reads);
  return subject;
}

/** The object itself if its reads are shared, otherwise a copy whose reads are. */
export function withSharedReads<T extends object>(subject: T): T {
  return shared.has(subject) ? subject : shareReads({ ...subject });
}

/** Reads something about an object; only once if the object's reads are shared. */
export function readOnce<T>(subject: object | undefined, name: string, read: () => Promise<T>): Promise<T> {
  const known = subject && shared.get(subject);
  if (!known) return read();
  const answer = (known.get(name) as Promise<T> | undefined) ?? read();
  known.set(name, answer);
  return answer;
}
