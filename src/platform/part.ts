export const PROCESSES = ['web', 'worker'] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** A value under the name of its part, to be installed by `installParts`. */
export interface ProvidedPart {
  /** Returns what takes it away again. */
  install(): () => void;
}

/** What a feature declares as a need: `requireParts` checks at start-up that it is there. */
export interface NeededPart {
  readonly name: string;
  /** The processes that can't do without it. */
  readonly processes: readonly ProcessName[];
  isInstalled(): boolean;
}

/**
 * Something that code calls and only a running process has: a vendor's client, a service with open files, what a feature to
 * the right answers. Calling it returns the value and throws where the process did not install one.
 */
export interface Part<T> extends NeededPart {
  (): T;
  /** The value for this process; the latest one installed counts. */
  is(value: T): ProvidedPart;
}

/**
 * Declares a part, typed by what it holds.
 * @param processes which can't start without it. Default: all
 */
export function part<T>(name: string, processes: readonly ProcessName[] = PROCESSES): Part<T> {
  // Web and worker can share a process, in tests: each takes its own value away.
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
      is: (value: T) => ({ install: install(value) }),
    }),
    'name',
    { value: name },
  );
}

/** Installs parts; returns what takes all of them away again. */
export function installParts(provided: readonly ProvidedPart[]): () => void {
  const undo = provided.map((each) => each.install());
  return () => {
    for (const remove of undo) remove();
  };
}

/** Throws with the names of all parts that this process needs and nothing has installed. */
export function requireParts(needed: readonly NeededPart[], process: ProcessName): void {
  const missing = needed.filter((each) => each.processes.includes(process) && !each.isInstalled());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new Error(`The ${process} process can't start: nothing provides ${names}`);
}
