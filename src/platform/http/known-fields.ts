import * as z from 'zod';
import type { JsonSchema } from '../../shared/api-reference.ts';
import type { ContractShape } from '../../shared/contract.ts';
import { AppError } from '../errors.ts';

/**
 * For calls that take their own answer as input: throws FIELDS_REFUSED for fields, at any depth, that neither `body` nor
 * `response` of the contract names.
 */
export function refuseUnknownFields({ body, response }: ContractShape): (sent: unknown) => void {
  let schemas: JsonSchema[] | null = null;
  return (sent) => {
    // Made for the first call: there are many contracts, and a start would wait for all of them.
    schemas ??= [...(body ? [jsonOf(body, 'input')] : []), jsonOf(response, 'output')];
    const unknown = unknownPaths(sent, schemas, []);
    if (unknown.length === 0) return;
    const fields = Object.fromEntries(unknown.map((path) => [path, 'We don’t know this field.']));
    throw new AppError('FIELDS_REFUSED', { message: 'There is a field here that we don’t know.', fields });
  };
}

function unknownPaths(sent: unknown, schemas: readonly JsonSchema[], path: readonly string[]): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const variants = schemas.flatMap(variantsOf);
  if (Array.isArray(sent)) {
    const items = variants.flatMap((each) => schemasIn(each.items));
    return sent.flatMap((item, index) => unknownPaths(item, items, [...path, String(index)]));
  }
  const objects = variants.filter((each) => each.properties !== undefined);
  // Without a schema for an object, the parser decides.
  if (objects.length === 0) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const here = [...path, name];
    const known = objects.flatMap((each) => schemasIn(Object(each.properties)[name]));
    return known.length === 0 ? [here.join('.')] : unknownPaths(value, known, here);
  });
}

/** A schema with its alternatives, as of a nullable one. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  const others = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  return [schema, ...others.flatMap(schemasIn).flatMap(variantsOf)];
}

function schemasIn(value: unknown): JsonSchema[] {
  return typeof value === 'object' && value !== null ? [{ ...value }] : [];
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json: object = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { ...json };
}
