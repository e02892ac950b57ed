import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import {
  type Collection,
  DBRef,
  type Db,
  Decimal128,
  type Document,
  MinKey,
  MongoClient,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { errorOf, type Spawned, spawnDatabase } from './database.ts';

type Refusal = [name: string, action: (held: Collection, db: Db) => Promise<unknown>];

/** Regular expressions, and their options. */
const PATTERNS: [pattern: string, options?: string][] = [
  ['(?>x)'],
  ['(?=x)'],
  ['(?<!x)'],
  ['(x)\\1'],
  ['x++'],
  ['x**'],
  ['x(?#c)?'],
  ['\\X'],
  ['(?R)'],
  ['(*ANY)'],
  ['$x'],
  ['(?:a$|b$)'],
  ['\\p{Greek}'],
  ['\\p{L}'],
  ['\\h'],
  ['\\v'],
  ['\\Qa.\\E'],
  ['a\\Kb'],
  ['\\e'],
  ['\\012'],
  ['\\x9'],
  ['\\x{1f600}'],
  ['[[:alpha:]]'],
  ['[]a]'],
  ['[a-c-e]'],
  ['[\\b]'],
  ['a(?i)b'],
  ['(?i:a)'],
  ['(?<x>a)'],
  ['a{,2}'],
  ['a{'],
  ['a{2}'],
  ['a{0,3}'],
  ['(?i)a'],
  ['\\u00e4'],
  ['[a'],
  ['a\\'],
  ['^b', 'm'],
  ['a$', 'm'],
  ['a b', 'x'],
  ['[\\w-]', 'i'],
];

const words = (text: string) => text.split(/\s+/);

/** Names of MongoDB's, and of each kind one that nobody knows. */
const STAGES = words(
  '$unset $out $merge $graphLookup $facet $unionWith $bucket $replaceRoot $replaceWith $sortByCount $dance',
);
const EXPRESSIONS = words(
  `$dateToString $function $cmp $type $isNumber $slice $concatArrays $map $filter $reduce $let $mod $toLower $year $month
  $mergeObjects $switch $round $dance`,
);
const VARIABLES = words('$$NOW $$CLUSTER_TIME $$this');
const ACCUMULATORS = words('$stdDevPop $mergeObjects $topN $dance');
const UPDATES = words('$mul $pop $pullAll $rename $bit $dance');
const CONDITIONS = words('$mod $all $bitsAllSet $bitsAnySet $bitsAllClear $bitsAnyClear $dance');
const COMMANDS = words('count listDatabases mapReduce explain dbStats validate dance');

/** What is not done, and the name it is refused by. */
const REFUSALS: Refusal[] = [
  ['$where', (held) => held.findOne({ $where: 'true' })],
  ['$text', (held) => held.findOne({ $text: { $search: 'x' } })],
  ['$near', (held) => held.findOne({ at: { $near: [0, 0] } })],
  ['$geoWithin', (held) => held.findOne({ at: { $geoWithin: {} } })],
  ['$jsonSchema', (held) => held.findOne({ $jsonSchema: {} })],
  ['index type text', (held) => held.createIndex({ a: 'text' })],
  ['index type 2dsphere', (held) => held.createIndex({ a: '2dsphere' })],
  ['index type hashed', (held) => held.createIndex({ a: 'hashed' })],
  ['wildcard index', (held) => held.createIndex({ '$**': 1 })],
  ['collation', (held) => held.find({}, { collation: { locale: 'de' } }).toArray()],
  ['hint', (held) => held.find({}, { hint: { a: 1 } }).toArray()],
  ['tailable', (held) => held.find({}, { tailable: true }).toArray()],
  ['$changeStream', (held) => held.aggregate([{ $changeStream: {} }]).toArray()],
  ['pipeline of $lookup', (held) => held.aggregate([{ $lookup: { from: 'x', pipeline: [], as: 'y' } }]).toArray()],
  ['arrayFilters', (held) => held.updateOne({}, { $set: { b: 1 } }, { arrayFilters: [{ x: 1 }] })],
  ['a.$[]', (held) => held.findOneAndUpdate({}, { $set: { 'a.$[]': 1 } })],
  ['$position', (held) => held.findOneAndUpdate({}, { $push: { b: { $each: [1], $position: 0 } as never } })],
  ['a.$', (held) => held.findOne({ a: 'x' }, { projection: { 'a.$': 1 } })],
  ['$slice', (held) => held.findOne({}, { projection: { a: { $slice: 1 } } })],
  ['$elemMatch', (held) => held.findOne({}, { projection: { a: { $elemMatch: { b: 1 } } } })],
  ['$type: 2', (held) => held.findOne({ a: { $type: 2 } })],
  ['$ref', (held) => held.insertOne({ to: new DBRef('x', new ObjectId()) })],
  ['MinKey', (held) => held.findOne({ a: { $gt: new MinKey() } })],
  ['Timestamp', (held) => held.find().sort({ stamp: 1 }).toArray()],
  ['Decimal128', (held) => held.createIndex({ money: 1 })],
  ['hidden', (held) => held.createIndex({ b: 1 }, { hidden: true })],
  ['let', (held) => held.find({}, { let: { a: 1 } }).toArray()],
  ['Decimal128', (held) => held.findOneAndUpdate({}, { $inc: { n: Decimal128.fromString('1') } })],
  ['explain', (held) => held.find().explain()],
  ['viewOn', (_held, db) => db.createCollection('v', { viewOn: 'x' })],
  ['timeseries', (_held, db) => db.createCollection('t', { timeseries: { timeField: 'at' } })],
  ['capped', (_held, db) => db.createCollection('c', { capped: true, size: 1000 })],
  ['validator', (_held, db) => db.createCollection('d', { validator: { a: 1 } })],
  ['snapshot', (_held, db) => db.command({ find: 'x', readConcern: { level: 'snapshot' } })],
  ...STAGES.map((name): Refusal => [name, (held) => held.aggregate([{ [name]: {} }]).toArray()]),
  ...EXPRESSIONS.map((name): Refusal => [name, (held) => held.findOne({ $expr: { [name]: ['$a', 1] } })]),
  ...VARIABLES.map((name): Refusal => [name, (held) => held.aggregate([{ $project: { a: name } }]).toArray()]),
  ...ACCUMULATORS.map(
    (name): Refusal => [name, (held) => held.aggregate([{ $group: { _id: 1, a: { [name]: '$a' } } }]).toArray()],
  ),
  ...UPDATES.map((name): Refusal => [name, (held) => held.findOneAndUpdate({}, { [name]: { a: 'b' } })]),
  ...CONDITIONS.map((name): Refusal => [name, (held) => held.findOne({ a: { [name]: 1 } })]),
  ...COMMANDS.map((name): Refusal => [name, (_held, db) => db.command({ [name]: 'x' })]),
  ...PATTERNS.map(
    ([pattern, options = '']): Refusal => [
      `/${pattern}/`,
      (held) => held.findOne({ a: { $regex: pattern, $options: options } }),
    ],
  ),
];

describe('refusals of the embedded database', () => {
  let spawned: Spawned;
  let folder: string;
  let client: MongoClient;
  let held: Collection;

  before(async () => {
    folder = await tempFolder();
    spawned = await spawnDatabase(folder);
    client = await new MongoClient(spawned.uri).connect();
    held = client.db('refusals').collection<Document>('x') as unknown as Collection;
    await held.insertMany([
      { a: 'x', n: 1, stamp: new Timestamp({ t: 1, i: 1 }), money: Decimal128.fromString('1.10') },
      { a: 'y', stamp: null },
    ]);
  });
  after(async () => {
    await client.close();
    await spawned.end();
    await rm(folder, { recursive: true });
  });

  for (const [name, action] of REFUSALS)
    it(`refuses ${name} by name`, async () => {
      const error = await errorOf(action(held, client.db('refusals')));
      expect(error).to.include({ code: 238, codeName: 'NotImplemented' });
      expect(error.message).to.include(name);
    });

  it('refuses a transaction', async () => {
    const error = await errorOf(
      client.withSession((session) => session.withTransaction(() => held.insertOne({ b: 1 }, { session }))),
    );
    expect(error.message).to.match(/transaction/i);
    expect(await held.countDocuments({ b: 1 })).to.equal(0);
  });
});
