export interface Supervisor {
  keep(name: string, args: string[], options?: { ready?: string }): { ended: Promise<void> };
  stop(): Promise<void>;
  tolerateCrashes(): void;
}

export function createSupervisor(options: {
  onGiveUp(name: string): void;
  onPids?(pids: number[]): void;
  say?(words: string): void;
}): Supervisor;
