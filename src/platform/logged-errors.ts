import { domainEvent } from './domain-events.ts';

/** Anything thrown that was logged as an error. */
export interface LoggedError {
  error: Error;
  /** The log's message: what failed. */
  what: string;
  /** `web` or `worker`. */
  process: string;
}

/** Emitted for each error in the log, before redaction. Handlers must log no errors themselves. */
export const errorLogged = domainEvent<LoggedError>('error logged');
