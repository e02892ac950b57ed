import { execFileSync } from 'node:child_process';

/**
 * Sets how long a file a running process may write, in bytes; null lifts the limit. To the process a file at the limit is
 * a disk without room, and this needs neither root nor a volume of its own.
 */
export function limitFiles(pid: number, bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:unlimited`]);
}
