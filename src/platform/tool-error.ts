interface ToolFailure {
  command: string;
  /** Null when it was killed by a signal or never started. */
  exitCode: number | null;
  /** What ended it from outside, by the kernel or somebody; null when it exited by itself. */
  signal?: NodeJS.Signals | null;
  /** End of standard error; for the log, never for users. */
  stderrTail: string;
  reason: 'exit' | 'time-limit' | 'aborted' | 'output-limit' | 'not-started';
  cause?: unknown;
}

/** A media tool failed or was stopped. */
export class ToolError extends Error {
  readonly command: string;
  readonly exitCode: number | null;
  readonly stderrTail: string;
  readonly reason: ToolFailure['reason'];
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Somebody else ended it: the kernel, as memory ran out, or the platform. Another try may succeed. */
  readonly wasKilled: boolean;

  constructor(failure: ToolFailure) {
    const lastLine = failure.stderrTail.trim().split('\n').at(-1) ?? '';
    super(
      `${failure.command} failed (${failure.reason}, ${failure.signal ?? `exit code ${failure.exitCode}`}): ${lastLine}`,
      {
        cause: failure.cause,
      },
    );
    this.name = 'ToolError';
    this.command = failure.command;
    this.exitCode = failure.exitCode;
    this.stderrTail = failure.stderrTail;
    this.reason = failure.reason;
    this.timedOut = failure.reason === 'time-limit';
    this.aborted = failure.reason === 'aborted';
    this.wasKilled = failure.reason === 'exit' && (failure.signal === 'SIGKILL' || failure.signal === 'SIGTERM');
  }
}
