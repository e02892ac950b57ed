import type { JsonSchema } from './api-reference.ts';

/** A field of a body or answer, for the API docs. */
export interface SchemaRow {
  /** `recipients[].firstName`; empty for the root. */
  path: string;
  /** `text`, `whole number`, `list of things`, `one of "a", "b"`. */
  kind: string;
  required: boolean;
  /** Constraints, such as `at most 80 characters`; may be empty. */
  limits: string;
}

/** Deeper fields are in the OpenAPI document only. */
const MAX_DEPTH = 3;

/** Flattens a JSON Schema into rows for a table. Pure. */
export function schemaRows(schema: JsonSchema | null): SchemaRow[] {
  if (!schema) return [];
  const [plain, isNullable] = withoutNull(schema);
  if (!plain.properties) return [rowOf('', plain, true, isNullable), ...insideOf(plain, '', 0)];
  return fieldsOf(plain, '', 0);
}

function fieldsOf(schema: JsonSchema, prefix: string, depth: number): SchemaRow[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const [plain, isNullable] = withoutNull(property);
    return [rowOf(path, plain, required.has(name), isNullable), ...insideOf(plain, path, depth)];
  });
}

function insideOf(schema: JsonSchema, path: string, depth: number): SchemaRow[] {
  if (depth >= MAX_DEPTH) return [];
  if (schema.type === 'array') {
    const [items] = withoutNull(schema.items ?? {});
    return items.properties ? fieldsOf(items, `${path}[]`, depth + 1) : [];
  }
  return schema.properties ? fieldsOf(schema, path, depth + 1) : [];
}

function rowOf(path: string, schema: JsonSchema, required: boolean, isNullable: boolean): SchemaRow {
  return { path, kind: kindOf(schema) + (isNullable ? ' or null' : ''), required, limits: limitsOf(schema) };
}

const KINDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

function kindOf(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.type === 'array') return `list of ${plural(kindOf(schema.items ?? {}))}`;
  if (schema.format === 'date-time') return 'date and time';
  return KINDS[String(schema.type)] ?? 'anything';
}

function plural(kind: string): string {
  return /^(?:text|object|number|whole number)$/.test(kind) ? `${kind}s` : kind;
}

function limitsOf(schema: JsonSchema): string {
  const words: string[] = [];
  const tell = (name: string, words_: (value: unknown) => string) => {
    const value = schema[name];
    // Omit limits that are only JavaScript's integer range.
    if (value !== undefined && Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER) words.push(words_(value));
  };
  tell('minLength', (value) => `${value} characters or more`);
  tell('maxLength', (value) => `at most ${value} characters`);
  tell('minItems', (value) => `${value} or more`);
  tell('maxItems', (value) => `at most ${value}`);
  tell('minimum', (value) => `${value} or more`);
  tell('maximum', (value) => `at most ${value}`);
  if (schema.default !== undefined) words.push(`${JSON.stringify(schema.default)} by default`);
  return words.join(', ');
}

/** The schema without null, and whether it was nullable. */
function withoutNull(schema: JsonSchema): [JsonSchema, boolean] {
  if (Array.isArray(schema.type) && schema.type.length === 2 && schema.type.includes('null')) {
    return [{ ...schema, type: schema.type.find((type) => type !== 'null') }, true];
  }
  const choices = schema.anyOf;
  const rest = choices?.filter((choice) => choice.type !== 'null');
  if (!choices || !rest || rest.length === choices.length) return [schema, false];
  return [rest.length === 1 && rest[0] ? rest[0] : { ...schema, anyOf: rest }, true];
}
