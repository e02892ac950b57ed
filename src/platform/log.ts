import { pino } from 'pino';
import type { Config } from './config.ts';
import { redactText, redactValue } from './redact.ts';

/** The log; `log.child({ requestId })` makes one that adds its facts to each line. */
export type Log = pino.Logger;

/** In production lines are written together: this many characters, or what came in this many milliseconds. */
const TOGETHER = { characters: 8192, ms: 100 };

/** Lines that wait are written when the process ends, by an uncaught error too; a SIGKILL loses the last 100 ms. */
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

/** Writes the time as ISO 8601, once a millisecond: that costs more than the rest of a line. */
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

class Redacted {
  readonly facts: object;

  constructor(facts: object) {
    this.facts = facts;
  }
}

/** Marks facts that hold no secret, or whose maker took it out, so that a frequent line is not searched; nor is its message. */
export function redacted(facts: object): object {
  return new Redacted(facts);
}

interface Destination {
  write(line: string): void;
}

/** What the lines of a log are made of, for those that are written without it. */
const makings = new WeakMap<Log, { stream: Destination; timestamp: () => string; process: string }>();

/**
 * Prepares a line that is written often with only its time changed, so that it is formatted once. Its facts must hold no
 * secret, and its level is not checked. `log` comes from `createLog`; with a child of it the line is an ordinary one.
 */
export function repeatedLine(log: Log, level: 'info' | 'debug', facts: object, message: string): () => void {
  const made = makings.get(log);
  if (!made) return () => log[level](redacted(facts), message);
  const { stream, timestamp, process } = made;
  const rest = `${JSON.stringify({ process, ...facts, msg: message }).replace('{', ',')}\n`;
  return () => stream.write(`{"level":"${level}"${timestamp()}${rest}`);
}

/**
 * Makes the log of one process: JSON lines in production, readable lines otherwise. Whatever is passed in is redacted
 * (keys, passwords, addresses, also inside of URLs and errors), so that no caller has to think of it.
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
      // Errors are opened up by the redaction; pino's own serialiser would see a plain object.
      serializers: { err: (value) => value },
      hooks: {
        logMethod(args, method) {
          method.apply(this, redactArguments(args));
        },
      },
    },
    stream,
  );
  makings.set(log, { stream, timestamp, process });
  const child = log.child;
  // Children inherit from the log that made them, so this holds for theirs too; pino formats only a root's bindings.
  Object.defineProperty(log, 'child', {
    value(this: Log, bindings: pino.Bindings, options?: pino.ChildLoggerOptions) {
      return Reflect.apply(child, this, [redactValue(bindings), options]);
    },
  });
  return log;
}

/** `log.error(error)` means `log.error({ err: error }, error.message)`; both are redacted before pino formats them. */
function redactArguments(args: unknown[]): Parameters<pino.LogFn> {
  const [first, ...rest] = args;
  if (first instanceof Error) {
    const words = rest.length > 0 ? rest.map((word) => redactValue(word)) : [redactText(first.message)];
    return [{ err: redactValue(first) }, ...words] as Parameters<pino.LogFn>;
  }
  if (first instanceof Redacted) return [first.facts, ...rest] as Parameters<pino.LogFn>;
  return args.map((arg) => redactValue(arg)) as Parameters<pino.LogFn>;
}

const COLOURS: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };

/** One JSON line as a person reads it in a terminal: time, level, process, words, facts, and the stack below. Pure. */
export function readable(line: string): string {
  const { time, level, process, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>;
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
  const { stack, cause, ...facts } = error as Record<string, unknown>;
  const own = typeof stack === 'string' ? stack : JSON.stringify(facts);
  const text = `${own.replace(/^/gm, '  ')}\n`;
  return cause === undefined ? text : `${text}  caused by\n${stackOf(cause)}`;
}
