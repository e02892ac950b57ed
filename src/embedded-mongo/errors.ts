import type { Doc } from './bson.ts';

const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Unauthorized: 13,
  Overflow: 15,
  AuthenticationFailed: 18,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  IllegalOperation: 20,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  EmptyFieldName: 56,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotSingleValueField: 93,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  CursorKilled: 237,
  NotImplemented: 238,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  MechanismUnavailable: 334,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  Interrupted: 11601,
  CursorInUse: 12051,
  OutOfDiskSpace: 14031,
} as const;

export type CodeName = keyof typeof CODES;

/** An error as MongoDB answers it: a number, its name, a message, and what belongs to that code (`keyPattern`...). */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra: Doc;

  constructor(code: CodeName | number, message: string, extra: Doc = {}) {
    super(message);
    this.code = typeof code === 'number' ? code : CODES[code];
    this.codeName = typeof code === 'number' ? `Location${code}` : code;
    this.extra = extra;
  }
}

/** The refusal of what this database does not do: code 238, naming it. */
export function notImplemented(what: string): MongoError {
  return new MongoError('NotImplemented', `${what} is not implemented by the embedded database; use MongoDB for it`);
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Refuses, by name, fields of `given` that are none of `known`; `name` is the command, or the list that holds `given`. */
export function checkFields(given: Doc, name: string, known: readonly string[]): void {
  for (const field of Object.keys(given))
    if (!known.includes(field)) throw notImplemented(`the field ${field} of ${name}`);
}

/** Throws an error of MongoDB's unless the condition holds. */
export function check(holds: unknown, code: CodeName | number, message: string): asserts holds {
  if (!holds) throw new MongoError(code, message);
}

/** Names in one text, as a tag: words`a b`. */
export function words([text = '']: readonly string[]): string[] {
  return text.split(/\s+/);
}

/** The database file is not what was written to it. */
export function damaged(what: string): MongoError {
  const restore = 'Stop the app and restore the last backup: npm run restore -- FILE';
  return new MongoError('InternalError', `The database file is damaged (${what}). ${restore}`);
}
