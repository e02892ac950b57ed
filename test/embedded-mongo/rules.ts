import { expect } from 'chai';
import { BSON, Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import { errorOf } from './database.ts';

/** Numbers with their types. */
export const int = (value: number) => new Int32(value);
export const long = (value: number | string) => Long.fromString(String(value));
export const double = (value: number) => new Double(value);
export const decimal = (value: string) => Decimal128.fromString(value);

/** Results keep the types they have in the database. */
export const TYPED = { promoteValues: false, promoteLongs: false, bsonRegExp: true };

/** The error that a rule ends in. */
export interface Failure {
  code: number;
}

export const fails = (code: number): Failure => ({ code });

/** A missing field. */
export const MISSING = undefined;

function isFailure(expected: unknown): expected is Failure {
  return typeof expected === 'object' && expected !== null && Object.keys(expected).join() === 'code';
}

/** Compares values with their types and the order of their fields, or the code of an error. */
export async function expectRule(action: Promise<unknown>, expected: unknown): Promise<void> {
  if (isFailure(expected)) {
    const { code, message } = await errorOf(action);
    expect({ code: Number(code) }, message).to.deep.equal(expected);
  } else expect(shown(await action)).to.equal(shown(expected));
}

function shown(value: unknown): string {
  return BSON.EJSON.stringify({ value: typed(value) } as Document, { relaxed: false });
}

/** JavaScript's numbers as the driver would send them. */
function typed(value: unknown): unknown {
  return value === undefined ? undefined : BSON.deserialize(BSON.serialize({ value }), TYPED).value;
}
