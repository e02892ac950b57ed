const PROCESSES = ['web', 'worker'] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** A value for a part, for `installParts`. */
export interface ProvidedPart {
  /** Returns a function that removes it. */
  install(): () => void;
  /** Closes what the value holds open, once no process uses it. */
  stop?(): Promise<void> | void;
}

/** A feature's need, checked by `requireParts` at start-up. */
export interface NeededPart {
  readonly name: string;
  /** Processes that require it. */
  readonly processes: readonly ProcessName[];
  isInstalled(): boolean;
}

/** A dependency provided at run time, such as a vendor's client. Call it to get the value; throws if there is none. */
export interface Part<T> extends NeededPart {
  (): T;
  /**
   * The value for this process; the latest one wins.
   * @param stop called when the process ends, for what the value holds open
   */
  is(value: T, stop?: ProvidedPart['stop']): ProvidedPart;
}

/**
 * Declares a part with its type.
 * @param processes that can't start without it. Default: all
 */
export function part<T>(name: string, processes: readonly ProcessName[] = PROCESSES): Part<T> {
  // In tests, web and worker share a process, and each removes its own value.
  const installed: { value: T }[] = [];
  const read = (): T => {
    const latest = installed.at(-1);
    if (!latest) throw new Error(`This process has no ${name}`);
    return latest.value;
  };
  const install = (value: T) => () => {
    const entry = { value };
    installed.push(entry);
    return () => {
      const at = installed.indexOf(entry);
      if (at >= 0) installed.splice(at, 1);
    };
  };
  return Object.defineProperty(
    Object.assign(read, {
      processes,
      isInstalled: () => installed.length > 0,
      is: (value: T, stop?: ProvidedPart['stop']) => ({ install: install(value), ...(stop && { stop }) }),
    }),
    'name',
    { value: name },
  );
}

/** Installs parts; returns a function that removes all of them. */
export function installParts(provided: readonly ProvidedPart[]): () => void {
  const undo = provided.map((each) => each.install());
  return () => {
    for (const remove of undo) remove();
  };
}

/** Throws with the names of all missing parts. */
export function requireParts(needed: readonly NeededPart[], process: ProcessName): void {
  const missing = needed.filter((each) => each.processes.includes(process) && !each.isInstalled());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new Error(`The ${process} process can't start: missing ${names}`);
}
