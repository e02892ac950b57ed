import { pino } from 'pino';
import type { Config } from './config.ts';
import { errorLogged } from './logged-errors.ts';
import { redactText, redactValue } from './redact.ts';

/** `log.child({ requestId })` adds fields to each line. */
export type Log = pino.Logger;

/** In production, lines are buffered up to this many characters or milliseconds. */
const TOGETHER = { characters: 8192, ms: 100 };

/** Flushes when the process ends, even by an uncaught error; a SIGKILL loses the last 100 ms. */
function standardOutput(env: Config['env']): Destination {
  const out = pino.destination({ dest: 1, sync: true });
  if (env !== 'production') return out;
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') out.write(lines);
  };
  setInterval(flush, TOGETHER.ms).unref();
  process.once('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= TOGETHER.characters) flush();
    },
  };
}

/** ISO 8601 timestamps, formatted once a millisecond: they cost more than the rest of a line. */
function createTimestamp(): () => string {
  let writtenAt = 0;
  let written = '';
  return () => {
    const now = Date.now();
    if (now !== writtenAt) {
      writtenAt = now;
      written = `,"time":"${new Date(now).toISOString()}"`;
    }
    return written;
  };
}

/** Of pino. */
const ERROR_LEVEL = 50;

class Redacted {
  readonly facts: object;

  constructor(facts: object) {
    this.facts = facts;
  }
}

/** Marks facts as free of secrets, so that frequent lines skip redaction; their message is skipped too. */
export function redacted(facts: object): object {
  return new Redacted(facts);
}

interface Destination {
  write(line: string): void;
}

/** Internals of a log, for prepared lines. */
const makings = new WeakMap<Log, { stream: Destination; timestamp: () => string; process: string }>();

/** Prepares a frequent line so that only its time changes. Its facts must hold no secret; its level is not checked. */
export function repeatedLine(log: Log, level: 'info' | 'debug', facts: object, message: string): () => void {
  const made = makings.get(log);
  if (!made) return () => log[level](redacted(facts), message);
  const { stream, timestamp, process } = made;
  const rest = `${JSON.stringify({ process, ...facts, msg: message }).replace('{', ',')}\n`;
  return () => stream.write(`{"level":"${level}"${timestamp()}${rest}`);
}

/**
 * Creates a process's log: JSON lines in production, readable lines otherwise. All values are redacted (keys,
 * passwords, addresses, also in URLs and errors).
 */
export function createLog(
  config: Pick<Config, 'env' | 'logLevel'>,
  process: string,
  destination: Destination = standardOutput(config.env),
): Log {
  const stream =
    config.env === 'production' ? destination : { write: (line: string) => destination.write(readable(line)) };
  const timestamp = createTimestamp();
  const log = pino(
    {
      level: config.logLevel,
      base: { process },
      timestamp,
      formatters: {
        level: (label) => ({ level: label }),
      },
      // Redaction expands errors; pino's serialiser would get a plain object.
      serializers: { err: (value) => value },
      hooks: {
        logMethod(args, method, level) {
          if (level >= ERROR_LEVEL) passOn(args, process);
          Reflect.apply(method, this, redactArguments(args));
        },
      },
    },
    stream,
  );
  makings.set(log, { stream, timestamp, process });
  const child = log.child;
  // Children inherit this; pino formats only the root's bindings.
  Object.defineProperty(log, 'child', {
    value(this: Log, bindings: pino.Bindings, options?: pino.ChildLoggerOptions) {
      return Reflect.apply(child, this, [redactValue(bindings), options]);
    },
  });
  return log;
}

/** Tells the handlers of `errorLogged` about the error of a line. */
function passOn([first, what]: unknown[], process: string): void {
  const error = first instanceof Error ? first : first instanceof Object && 'err' in first ? first.err : null;
  if (!(error instanceof Error)) return;
  void errorLogged.emit({ error, what: typeof what === 'string' ? what : 'an error', process });
}

/** `log.error(error)` means `log.error({ err: error }, error.message)`; both are redacted before pino formats them. */
function redactArguments(args: unknown[]): unknown[] {
  const [first, ...rest] = args;
  if (first instanceof Error) {
    const words = rest.length > 0 ? rest.map((word) => redactValue(word)) : [redactText(first.message)];
    return [{ err: redactValue(first) }, ...words];
  }
  if (first instanceof Redacted) return [first.facts, ...rest];
  return args.map((arg) => redactValue(arg));
}

const COLOURS: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };

/** Formats a JSON line for a terminal: time, level, process, message, facts, stack. Pure. */
function readable(line: string): string {
  const parsed: Record<string, unknown> = JSON.parse(line);
  const { time, level, process, msg, err, ...facts } = parsed;
  const colour = COLOURS[String(level)] ?? 0;
  const clock = String(time).slice(11, 23);
  const shown = Object.entries(facts).map(([name, value]) => ` ${name}=${brief(value)}`);
  const head = `${clock} \u001b[${colour}m${String(level).toUpperCase().padEnd(5)}\u001b[0m ${process}: ${msg ?? ''}`;
  return `${head}\u001b[90m${shown.join('')}\u001b[0m\n${stackOf(err)}`;
}

function brief(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return error === undefined ? '' : `  ${String(error)}\n`;
  const { stack, cause, ...facts }: Record<string, unknown> = { ...error };
  const own = typeof stack === 'string' ? stack : JSON.stringify(facts);
  const text = `${own.replace(/^/gm, '  ')}\n`;
  return cause === undefined ? text : `${text}  caused by\n${stackOf(cause)}`;
}
