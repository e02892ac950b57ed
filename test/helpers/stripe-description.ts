import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SDK = join(ROOT, 'node_modules/stripe/esm');
/** The resources that we use, as the SDK's files name them. */
const RESOURCES = [
  'Checkout/Sessions',
  'BillingPortal/Sessions',
  'Refunds',
  'Disputes',
  'Subscriptions',
  'Invoices',
  'InvoicePayments',
] as const;

/** One call of the vendor's API, as it went over the wire. */
export interface Exchange {
  method: string;
  path: string;
  /** Decoded from the form or query; all values are text. */
  sent: Record<string, unknown>;
  status: number;
  answer: unknown;
}

/** A call that the vendor describes. */
interface Operation {
  /** Such as `Refunds.create`. */
  name: string;
  resource: string;
  method: string;
  path: RegExp;
}

/**
 * Compares calls and webhooks with the vendor's own description: the types of its SDK, which are generated from its OpenAPI
 * description of the pinned version. The compiler refuses unknown and missing fields, wrong types and unknown words.
 */
export async function misfitsOf(exchanges: readonly Exchange[], webhooks: readonly string[]): Promise<string[]> {
  const operations = await allOperations();
  const lines = exchanges.flatMap((exchange) => {
    const operation = operationOf(exchange, operations);
    if (operation) return linesOf(exchange, operation);
    return [`export const unknown: never = ${JSON.stringify(`${exchange.method} ${exchange.path}`)};`];
  });
  for (const webhook of webhooks) lines.push(`check<Event>(${webhook}, 'webhook');`);
  return compile([...new Set(lines)]);
}

/** The names of the calls that were made, such as `Refunds.create`. */
export async function operationsIn(exchanges: readonly Exchange[]): Promise<Set<string>> {
  const operations = await allOperations();
  return new Set(exchanges.map((exchange) => operationOf(exchange, operations)?.name ?? ''));
}

async function allOperations(): Promise<Operation[]> {
  return (await Promise.all(RESOURCES.map(operationsOf))).flat();
}

function operationOf({ method, path }: Exchange, operations: readonly Operation[]): Operation | undefined {
  return operations.find((each) => each.method === method && each.path.test(path));
}

/** Reads methods and addresses from the SDK's code. */
async function operationsOf(resource: string): Promise<Operation[]> {
  const code = await readFile(join(SDK, 'resources', `${resource}.js`), 'utf8');
  const calls = code.matchAll(/^ {4}(\w+)\([^)]*\) \{\s+return this\._makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/gm);
  const operations = [...calls].map(([, name = '', method = '', plain, template]) => {
    const path = plain ?? (template ?? '').replace(/\$\{[^}]+\}/g, '[^/]+');
    return { name: `${resource}.${name}`, resource, method, path: new RegExp(`^${path}$`) };
  });
  // `/v1/invoices/create_preview` before `/v1/invoices/ID`.
  return operations.sort((a, b) => Number(isForOne(a)) - Number(isForOne(b)));
}

function isForOne({ path }: Operation): boolean {
  return path.source.endsWith('[^/]+$');
}

function linesOf({ method, path, sent, status, answer }: Exchange, { name, resource }: Operation): string[] {
  const type = `${resource.replace('/', '')}['${name.split('.').at(-1)}']`;
  const what = JSON.stringify(`${name} (${method} ${path})`);
  const isRefused = status >= 400;
  return [
    ...(Object.keys(sent).length > 0 ? [`check<Sent<${type}>>(${JSON.stringify(decoded(sent))}, ${what});`] : []),
    `check<${isRefused ? 'Refusal' : `Answer<${type}>`}>(${JSON.stringify(answer)}, ${what});`,
  ];
}

/** Text of a form as the values it stands for; metadata is text. */
function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, each]) => [name, name === 'metadata' ? each : decoded(each)]));
  }
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

const HEAD = `
import type { Response } from './sdk/lib.js';
import type { Event } from './sdk/resources/Events.js';
import type { StripeRawError } from './sdk/Types.js';
${RESOURCES.map((each) => `import type * as in${each.replace('/', '')} from './sdk/resources/${each}.js';`).join('\n')}
${RESOURCES.map((each) => `type ${each.replace('/', '')} = InstanceType<ClassIn<typeof in${each.replace('/', '')}>>;`).join('\n')}
type ClassIn<M> = Extract<M[keyof M], abstract new (...args: never[]) => unknown>;
type Sent<F> = F extends (...args: infer A) => unknown ? BeforeLast<Required<A>> : never;
type BeforeLast<A> = A extends [...unknown[], infer P, unknown] ? P : never;
type Answer<F> = F extends (...args: never[]) => infer R ? (Awaited<R> extends Response<infer T> ? T : never) : never;
type Refusal = { error: StripeRawError };
declare function check<T>(value: T, what: string): void;
`;

/** Compiles the checks beside a copy of the SDK's types. Answers what does not fit, in the compiler's words. */
async function compile(lines: readonly string[]): Promise<string[]> {
  const folder = await tempFolder();
  await cp(SDK, join(folder, 'sdk'), { recursive: true, filter: (file) => !/\.(js|map)$/.test(file) });
  // The SDK adds any other word to each list of words, for versions to come; here only the known ones fit.
  const shared = join(folder, 'sdk/shared.d.ts');
  const words = await readFile(shared, 'utf8');
  const strict = words.replace(
    'export type OtherString = string & Record<never, never>;',
    'export type OtherString = never;',
  );
  if (strict === words) throw new Error('The SDK writes its lists of words in another way now');
  await writeFile(shared, strict);
  await writeFile(join(folder, 'check.ts'), [...HEAD.split('\n'), ...lines].join('\n'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--pretty',
    'false',
  ];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, ...options, 'check.ts'], { cwd: folder, maxBuffer: 1e8 });
    return [];
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    return said.split('\n').filter(Boolean);
  }
}
