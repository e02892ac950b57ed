interface ToolFailure {
  command: string;
  /** Null when a signal ended it or it never started. */
  exitCode: number | null;
  /** The last lines the tool wrote; for the log, never for a person. */
  stderrTail: string;
  /** What ended it: its own exit, the wall clock, the caller's signal, too much output, or that it could not start. */
  reason: 'exit' | 'time-limit' | 'aborted' | 'output-limit' | 'not-started';
  cause?: unknown;
}

/** A media tool that did not end well. */
export class ToolError extends Error {
  readonly command: string;
  readonly exitCode: number | null;
  readonly stderrTail: string;
  readonly reason: ToolFailure['reason'];
  readonly timedOut: boolean;
  readonly aborted: boolean;

  constructor(failure: ToolFailure) {
    const lastLine = failure.stderrTail.trim().split('\n').at(-1) ?? '';
    super(`${failure.command} failed (${failure.reason}, exit code ${failure.exitCode}): ${lastLine}`, {
      cause: failure.cause,
    });
    this.name = 'ToolError';
    this.command = failure.command;
    this.exitCode = failure.exitCode;
    this.stderrTail = failure.stderrTail;
    this.reason = failure.reason;
    this.timedOut = failure.reason === 'time-limit';
    this.aborted = failure.reason === 'aborted';
  }
}
