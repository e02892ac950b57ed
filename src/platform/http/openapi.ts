import * as z from 'zod';
import { type ApiCall, type ApiGroup, accessInWords, isOpen, type JsonSchema } from '../../shared/api-reference.ts';
import { type ContractShape, honoursIdempotencyKey } from '../../shared/contract.ts';
import { ERROR_STATUS } from '../../shared/error-codes.ts';

/** A part of the OpenAPI document. */
type Json = Record<string, unknown>;

/** API calls grouped by noun, for the reference page. Pure. */
export function apiReference(contracts: readonly ContractShape[]): ApiGroup[] {
  const groups = new Map<string, ApiCall[]>();
  for (const contract of contracts) {
    const name = groupOf(contract.path);
    const calls = groups.get(name) ?? [];
    calls.push(toCall(contract));
    groups.set(name, calls);
  }
  return [...groups].map(([name, calls]) => ({ name, calls })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The OpenAPI 3.1 document of all calls. Pure. */
export function openApiDocument(contracts: readonly ContractShape[], origin: string, version: string): Json {
  const schemas: Json = { Refusal: refusalSchema() };
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = contract.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][contract.method.toLowerCase()] = operation(toCall(contract), contract, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'VidDay', version, description: 'Answers are `{ success, data }` or `{ success: false, error }`.' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'vd_sid' } },
      responses: {
        Refused: {
          description: 'Refused: `error.code` and `error.message` say why, `error.fields` what to correct.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
    },
  };
}

function operation(call: ApiCall, contract: ContractShape, schemas: Json): Json {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.takesIdempotencyKey ? [IDEMPOTENCY_PARAMETER] : []),
  ];
  const envelope = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: call.response, ...propertiesOf(call.beside) },
  };
  return liftFields(
    {
      operationId: operationId(contract),
      tags: [groupOf(contract.path)],
      summary: call.summary,
      description: `Who may call: ${call.access}`,
      ...(isOpen(contract.access) ? {} : { security: [{ session: [] }] }),
      ...(parameters.length > 0 && { parameters }),
      ...(call.body && { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } }),
      responses: {
        [call.status]: { description: 'Done.', content: { 'application/json': { schema: envelope } } },
        '4XX': { $ref: '#/components/responses/Refused' },
      },
    },
    schemas,
  );
}

const IDEMPOTENCY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new UUID for each action, the same for its retries: within 24 hours it runs once and answers the same.',
  schema: { type: 'string', format: 'uuid' },
};

function toCall(contract: ContractShape): ApiCall {
  return {
    method: contract.method,
    path: contract.path,
    summary: contract.summary,
    access: accessInWords(contract.access),
    status: contract.status ?? 200,
    takesIdempotencyKey: honoursIdempotencyKey(contract),
    params: contract.params ? schemaOf(contract.params, 'input') : null,
    query: contract.query ? schemaOf(contract.query, 'input') : null,
    body: contract.body ? schemaOf(contract.body, 'input') : null,
    response: schemaOf(contract.response, 'output'),
    beside: contract.beside ? schemaOf(contract.beside, 'output') : null,
  };
}

/** What JSON Schema can't express (refinements, transform results) becomes "anything". */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json }: object & { $schema?: unknown } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return { ...json };
}

function parametersOf(schema: JsonSchema | null, place: 'path' | 'query'): Json[] {
  const required = schema?.required ?? [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function propertiesOf(schema: JsonSchema | null): Record<string, JsonSchema> {
  return schema?.properties ?? {};
}

/** zod puts named schemas as `$defs` into each use; move them to `components`. */
function lift(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas));
  return typeof node === 'object' && node !== null ? liftFields(node, schemas) : node;
}

function liftFields(node: object, schemas: Json): Json {
  const lifted: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$defs') Object.assign(schemas, lift(value, schemas));
    else if (key === '$ref' && typeof value === 'string')
      lifted[key] = value.replace('#/$defs/', '#/components/schemas/');
    else lifted[key] = lift(value, schemas);
  }
  return lifted;
}

function operationId({ method, path }: ContractShape): string {
  const words = path
    .replace(/^\/api(?:\/v2)?/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

/** Nouns of calls whose path does not begin with theirs. */
const SUBJECTS: Record<string, string> = {
  auth: 'accounts',
  users: 'accounts',
  event: 'events',
  uploads: 'media',
  receipts: 'media',
  publish: 'films',
  'render-jobs': 'films',
  'published-media': 'films',
  tracks: 'music',
  stripe: 'payments',
};

function groupOf(path: string): string {
  const word = path.replace(/^\/api\/(?:v2\/)?/, '').split('/')[0] ?? '';
  return SUBJECTS[word] ?? word;
}

function refusalSchema(): Json {
  const text = { type: 'string' };
  return {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message', 'requestId'],
        properties: {
          code: { enum: Object.keys(ERROR_STATUS) },
          message: text,
          fields: { type: 'object', additionalProperties: text },
          details: { type: 'object' },
          requestId: text,
        },
      },
    },
  };
}
