const shared = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Lets a request that only shows something read each thing about this loaded document once. Nothing may change meanwhile. */
export function shareReads(subject: object): void {
  shared.set(subject, new Map());
}

/** What `read` answers; asked before for a subject whose reads are shared, the same answer again. */
export function readOnce<T>(subject: object | undefined, name: string, read: () => Promise<T>): Promise<T> {
  const known = subject && shared.get(subject);
  if (!known) return read();
  const earlier = known.get(name) as Promise<T> | undefined;
  const answer = earlier ?? read();
  known.set(name, answer);
  return answer;
}
