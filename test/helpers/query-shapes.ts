import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { removeFolder } from '../../scripts/run/remove-folder.mjs';
import { type IndexSpec, wantedIndexes } from '../../src/platform/migrations/wanted-indexes.ts';
import { removeAtExit } from './at-exit.ts';
import { type Condition, isServed, type Query } from './index-use.ts';

/*
 * Collects what the product asks of its database while tests run, in this process and in workers that it starts: which fields,
 * by which operators, in which order; no values. At the end each shape must be served by an index, so that no query gets slow as
 * a collection grows.
 */

/** Queries that read more than their answer, and why they may. By `collection: fields / sort`. */
const ALLOWED: Readonly<Record<string, string>> = {
  'analytics_events: ': 'only tests count them',
  'audit_log: ': 'staff see how many lines there are, up to 200',
  'events: ': 'staff see how many there are, up to 200',
  'renderjobs: ': 'staff see how many there are, up to 200',
  'migrations: ': 'each start reads which of them were run',
  'users: ': 'staff see how many there are, up to 200',
  'chat_conversations: ': 'the desk counts all conversations of half a year',
  'sandbox_mails: to / receivedAt, _id': 'the outbox of the sandbox, which forgets after 30 days',
  'sandbox_mails:  / receivedAt, _id': 'the same',
};

interface Command {
  name: string;
  body: Record<string, unknown>;
}

/** The project; where this module lies differs in a bundle. */
const ROOT = `${process.cwd()}/`;
/** Lines of a stack that say how the database is asked, not who asks. */
const BETWEEN = ['test/helpers/query-shapes', 'src/platform/query-limit', 'src/platform/db-retry'];

/** Shapes that no index known at the time serves: an example of their fields, and where the product asked first. */
const doubtful = new Map<string, { query: Query; from: string }>();
/** Shapes that an index serves, or that may do without. */
const fine = new Set<string>();

/** Names the folder where the processes that tests start leave what they have collected. */
const FOLDER = 'QUERY_SHAPES';

/** Called by each process of a run, before it connects. */
export function collectQueryShapes(): void {
  const folder = process.env[FOLDER];
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'query-shapes-'));
    process.env[FOLDER] = made;
    removeAtExit(() => removeFolder(made));
  } else process.once('exit', () => leave(folder));
  const { connect } = mongoose;
  const known = new WeakSet<object>();
  mongoose.connect = async (uri, options) => {
    const connected = await connect.call(mongoose, uri, { ...options, monitorCommands: true });
    const client = mongoose.connection.getClient();
    if (!known.has(client)) {
      known.add(client);
      client.on('commandStarted', ({ commandName, command }) => note({ name: commandName, body: command }));
    }
    return connected;
  };
}

function leave(folder: string): void {
  // The run may have ended before.
  if (existsSync(folder)) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...doubtful]));
}

/** Descriptions of the shapes that no index serves, for the end of the run. */
export function unservedShapes(): string[] {
  const folder = process.env[FOLDER] ?? '';
  for (const file of readdirSync(folder)) {
    const collected = JSON.parse(readFileSync(join(folder, file), 'utf8')) as [
      string,
      { query: Query; from: string },
    ][];
    for (const [shape, asked] of collected) if (!doubtful.has(shape)) doubtful.set(shape, asked);
  }
  const { models } = mongoose.connection;
  const wanted = wantedIndexes(models);
  const collections = new Set([...wanted.keys(), ...Object.values(models).map(({ collection }) => collection.name)]);
  return [...doubtful]
    .filter(([, { query }]) => collections.has(query.collection))
    .filter(([, { query }]) => !isServed(query, wanted.get(query.collection) ?? []))
    .map(([shape, { from }]) => `${shape}\n    ${from}`);
}

/** Whose query it is takes long to find out, so it is asked only for what no index serves. */
function note(command: Command): void {
  for (const query of queriesOf(command)) {
    const shape = shapeOf(query);
    if (fine.has(shape) || doubtful.has(shape)) continue;
    if (shape in ALLOWED || isServed(query, indexesOf(query.collection))) {
      fine.add(shape);
      continue;
    }
    const from = askedFrom();
    if (from !== null) doubtful.set(shape, { query, from });
  }
}

let knownIndexes = new Map<string, readonly IndexSpec[]>();
let modelsThen = 0;

/** Of the modules imported so far; reading them takes long, so only again when there are more models. */
function indexesOf(collection: string): readonly IndexSpec[] {
  const { models } = mongoose.connection;
  const modelsNow = Object.keys(models).length;
  if (modelsNow !== modelsThen) knownIndexes = wantedIndexes(models);
  modelsThen = modelsNow;
  return knownIndexes.get(collection) ?? [];
}

/** Where queries were made, by their stacks as they are before source maps, which take long to read. */
const places = new Map<string, string | null>();

/** Where in the product a query was made; null for one that a test makes itself. An unknown place counts as the product's. */
function askedFrom(): string | null {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 60;
  const made = new Error();
  Error.prepareStackTrace = (_, calls) => calls.map((call) => `${call.getFileName()}:${call.getPosition()}`).join();
  const key = String(new Error().stack);
  Error.prepareStackTrace = prepareStackTrace;
  if (!places.has(key)) places.set(key, placeIn(made.stack ?? ''));
  Error.stackTraceLimit = stackTraceLimit;
  return places.get(key) ?? null;
}

function placeIn(stack: string): string | null {
  const lines = stack.split('\n').flatMap((line) => {
    const [, path = ''] = line.split(ROOT);
    return /^(?:src|test)\//.test(path) && !BETWEEN.some((each) => path.startsWith(each)) ? [path] : [];
  });
  // A migration runs once and reads everything.
  if (lines.some((line) => line.startsWith('src/platform/migrations/'))) return null;
  const [nearest = 'at an unknown place'] = lines;
  return nearest.startsWith('test/') ? null : nearest;
}

function queriesOf({ name, body }: Command): Query[] {
  const collection = String(body[name]);
  switch (name) {
    case 'find':
      return [queryOf(collection, body.filter, body.sort, body.limit !== undefined)];
    case 'count':
    case 'distinct':
      return [queryOf(collection, body.query)];
    case 'findAndModify':
      return [queryOf(collection, body.query, body.sort, true)];
    case 'update':
      return (body.updates as { q: unknown }[]).map(({ q }) => queryOf(collection, q));
    case 'delete':
      return (body.deletes as { q: unknown }[]).map(({ q }) => queryOf(collection, q));
    case 'aggregate': {
      const stages = body.pipeline as Record<string, unknown>[];
      return [queryOf(collection, stages[0]?.$match)];
    }
    default:
      return [];
  }
}

function queryOf(collection: string, filter: unknown, sort: unknown = {}, isLimited = false): Query {
  return {
    collection,
    ...conditionsOf(filter),
    // The driver sends a map, to keep the order of its fields.
    sort: sort instanceof Map ? [...sort.keys()] : Object.keys(Object(sort)),
    isLimited,
  };
}

function conditionsOf(filter: unknown): { conditions: Condition[]; branches: Condition[][] } {
  const conditions: Condition[] = [];
  const branches: Condition[][] = [];
  for (const [path, demand] of Object.entries(Object(filter))) {
    if (path === '$and') {
      for (const part of (demand as unknown[]).map(conditionsOf)) {
        conditions.push(...part.conditions);
        branches.push(...part.branches);
      }
    } else if (path === '$or') {
      branches.push(...(demand as unknown[]).map((branch) => conditionsOf(branch).conditions));
    } else if (!path.startsWith('$')) conditions.push(...demandsOf(path, demand));
  }
  return { conditions, branches };
}

function demandsOf(path: string, demand: unknown): Condition[] {
  const isOperators =
    typeof demand === 'object' && demand !== null && Object.keys(demand).some((key) => key.startsWith('$'));
  if (!isOperators) return [{ path, op: '$eq', value: literal(demand) }];
  return Object.entries(demand as object).flatMap(([op, value]): Condition[] => {
    if (op === '$elemMatch') {
      return conditionsOf(value).conditions.map((inner) => ({ ...inner, path: `${path}.${inner.path}` }));
    }
    return [{ path, op, value: op === '$eq' || op === '$type' ? literal(value) : undefined }];
  });
}

/** Words and flags that an index may be limited to; not what differs with each call. */
function literal(value: unknown): Condition['value'] {
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'string' && /^[a-z-]{2,12}$/.test(value) ? value : undefined;
}

function shapeOf({ collection, conditions, branches, sort }: Query): string {
  const words = (given: Condition[]) =>
    given
      .map(({ path, op, value }) => `${path}${op === '$eq' ? '' : ` ${op}`}${value === undefined ? '' : `=${value}`}`)
      .sort()
      .join(', ');
  const alternatives = [...new Set(branches.map(words))].sort();
  const or = alternatives.length > 0 ? ` (${alternatives.join(' | ')})` : '';
  return `${collection}: ${words(conditions)}${or}${sort.length > 0 ? ` / ${sort.join(', ')}` : ''}`;
}
