import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { ToolError } from '../tool-error.ts';
import { currentNiceness } from './niceness.ts';
import { yieldGroup } from './yield-group.ts';

/** `node`: this process's own. */
export type ToolCommand = 'ffmpeg' | 'ffprobe' | 'heif-convert' | 'dvdauthor' | 'spumux' | 'genisoimage' | 'node';

/** Limits that the kernel enforces on the tool. */
export interface ToolLimits {
  /** Address space in bytes. Default: 4 GiB, as ffmpeg maps far more than it uses. */
  addressSpace?: number;
  /** Private memory in bytes, instead of address space: WebAssembly reserves far more than it uses. */
  dataSpace?: number;
  /** CPU seconds of all threads. Default: four times the wall clock limit. */
  cpuSeconds?: number;
  /** Largest output file in bytes. Default: 8 GiB. */
  fileSize?: number;
  /** Open descriptors. Default: 64. */
  openFiles?: number;
}

export interface ToolOptions {
  /** Wall clock limit in milliseconds. */
  timeLimit: number;
  signal?: AbortSignal | undefined;
  cwd?: string;
  /** 0 to 19. Default: that of `withNiceness`, or 0. */
  niceness?: number | undefined;
  limits?: ToolLimits;
  /** Seconds of output written so far (ffmpeg only). */
  onProgress?: ((seconds: number) => void) | undefined;
  /** Piped to standard input (`pipe:0`). */
  input?: Readable;
  /** Kill the tool when standard output exceeds this many bytes. Default: 16 MiB. */
  maxOutput?: number;
}

export interface ToolResult {
  stdout: Buffer;
  /** The last 256 KiB of standard error. */
  stderr: string;
}

const GIB = 1024 ** 3;
const STDERR_KEPT = 256 * 1024;
const STDERR_TAIL = 2000;
/** CPU seconds a second of the wall clock limit. */
const CPU_SHARE = 4;
/** Seconds between SIGXCPU, which tells who used too much, and SIGKILL, which doesn't. */
const CPU_GRACE = 5;
/** ffmpeg catches SIGTERM and SIGXCPU, and ends with this. */
const FFMPEG_STOPPED = 255;

/**
 * Runs a media tool in its own process group, under limits. Settles once it has exited, so its folder can be removed.
 * Throws ToolError.
 */
export function runTool(command: ToolCommand, args: string[], options: ToolOptions): Promise<ToolResult> {
  if (options.signal?.aborted) {
    return Promise.reject(failure(command, 'aborted', NOT_RUN, '', options.signal.reason));
  }
  const child = start(command, args, options);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let ended: { reason: 'time-limit' | 'aborted' | 'output-limit'; cause?: unknown } | null = null;
    const end = (reason: 'time-limit' | 'aborted' | 'output-limit', cause?: unknown) => {
      ended ??= { reason, cause };
      killGroup(child);
    };
    const onAbort = () => end('aborted', options.signal?.reason);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => end('time-limit'), options.timeLimit);

    const stdout = collect(child.stdout, options.maxOutput ?? 16 * 1024 ** 2, () => end('output-limit'));
    const stderr = collectTail(child.stderr);
    const progress = child.stdio[3];
    if (options.onProgress && progress instanceof Readable) readProgress(progress, options.onProgress);
    if (options.input && child.stdin) feed(options.input, child.stdin);

    const settle = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    };
    child.once('error', (cause) => {
      settle();
      reject(failure(command, 'not-started', NOT_RUN, stderr(), cause));
    });
    child.once('close', (code, killedBy) => {
      settle();
      const signal = killedBy ?? caughtBy(command, code, options, performance.now() - began);
      const exit = { code, signal };
      if (ended) reject(failure(command, ended.reason, exit, stderr(), ended.cause));
      else if (code !== 0) reject(failure(command, 'exit', exit, stderr()));
      else resolve({ stdout: stdout(), stderr: stderr() });
    });
  });
}

function start(command: ToolCommand, args: string[], options: ToolOptions): ChildProcess {
  const limits = options.limits ?? {};
  const niceness = options.niceness ?? currentNiceness();
  const cpuSeconds = cpuSecondsOf(options);
  const full = [
    ...['--pdeathsig', 'KILL', '--', 'prlimit'],
    limits.dataSpace ? `--data=${limits.dataSpace}` : `--as=${limits.addressSpace ?? 4 * GIB}`,
    `--cpu=${cpuSeconds}:${cpuSeconds + CPU_GRACE}`,
    `--fsize=${limits.fileSize ?? 8 * GIB}`,
    `--nofile=${limits.openFiles ?? 64}`,
    '--core=0',
    '--',
    ...(niceness ? ['nice', '-n', String(niceness)] : []),
    command === 'node' ? process.execPath : command,
    ...(command === 'ffmpeg' ? ['-hide_banner', '-nostdin', '-nostats'] : []),
    ...(options.onProgress ? ['-progress', 'pipe:3', '-stats_period', '0.25'] : []),
    ...args,
  ];
  const child = spawn('setpriv', full, {
    cwd: options.cwd,
    detached: true,
    shell: false,
    env: toolEnvironment(),
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe', options.onProgress ? 'pipe' : 'ignore'],
  });
  if (niceness && child.pid) void yieldGroup(child.pid, niceness);
  return child;
}

function cpuSecondsOf({ limits, timeLimit }: ToolOptions): number {
  return limits?.cpuSeconds ?? Math.ceil((timeLimit / 1000) * CPU_SHARE);
}

/** The signal that ffmpeg caught: SIGXCPU only after it could have used its CPU time. */
function caughtBy(command: ToolCommand, code: number | null, options: ToolOptions, ms: number): NodeJS.Signals | null {
  if (command !== 'ffmpeg' || code !== FFMPEG_STOPPED) return null;
  return (ms / 1000) * availableParallelism() < cpuSecondsOf(options) ? 'SIGTERM' : 'SIGXCPU';
}

/** Tools that read untrusted files get none of our environment, such as keys. */
function toolEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LANG: 'C.UTF-8', AV_LOG_FORCE_NOCOLOR: '1' };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function collect(stream: Readable | null, limit: number, onOverflow: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) onOverflow();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks);
}

function collectTail(stream: Readable | null): () => string {
  let tail = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-STDERR_KEPT);
  });
  return () => tail;
}

function readProgress(stream: Readable, onProgress: (seconds: number) => void): void {
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const times = [...chunk.matchAll(/out_time_us=(\d+)/g)];
    const last = times.at(-1)?.[1];
    if (last !== undefined) onProgress(Number(last) / 1e6);
  });
}

/** The tool may close its input early; that is no error. */
function feed(input: Readable, stdin: NodeJS.WritableStream): void {
  stdin.on('error', () => input.destroy());
  input.on('error', () => stdin.end());
  input.pipe(stdin);
}

/** How a process ended. */
type Exit = { code: number | null; signal: NodeJS.Signals | null };
const NOT_RUN: Exit = { code: null, signal: null };

function failure(
  command: string,
  reason: ToolError['reason'],
  { code, signal }: Exit,
  stderr: string,
  cause?: unknown,
): ToolError {
  const stderrTail = withoutMetadata(stderr).slice(-STDERR_TAIL);
  return new ToolError({ command, reason, exitCode: code, signal, stderrTail, cause });
}

/** ffmpeg prints metadata in indented lines; places and names don't belong in the log. */
function withoutMetadata(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('  '))
    .join('\n');
}
