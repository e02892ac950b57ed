/** Cost of work: CPU seconds of this process and its tools, wall seconds, and the largest tool's memory. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;
const POLL = 15;

/** CPU seconds of ended children, from /proc. */
function childSeconds() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

/** Peak resident size of all descendants, in bytes. */
function childMemory(pid = process.pid) {
  let highest = 0;
  for (const child of childrenOf(pid)) {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, 'utf8'));
      highest = Math.max(highest, Number(peak?.[1] ?? 0) * 1024, childMemory(child));
    } catch {
      // It has ended meanwhile.
    }
  }
  return highest;
}

/**
 * Runs and measures `work`. Not for concurrent use.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, cpu: number, wall: number, memory: number }>} seconds and bytes
 */
export async function measure(work) {
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, childMemory());
  }, POLL);
  const own = process.cpuUsage();
  const tools = childSeconds();
  const start = performance.now();
  try {
    const result = await work();
    const wall = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(own);
    return { result, cpu: childSeconds() - tools + (user + system) / 1e6, wall, memory };
  } finally {
    clearInterval(watch);
  }
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Collects demands and prints them as a table of pass and fail. */
export function scoreboard() {
  const rows = [];
  return {
    /** @param {string} what @param {boolean} ok @param {string} value @param {string} demand */
    add(what, ok, value, demand) {
      rows.push({ what, ok, value, demand });
      console.log(`${ok ? 'pass' : 'FAIL'}  ${what}: ${value} (${demand})`);
    },
    note: (text) => console.log(`      ${text}`),
    get ok() {
      return rows.every((row) => row.ok);
    },
    rows,
  };
}
