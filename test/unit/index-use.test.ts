import { expect } from 'chai';
import type { IndexSpec } from '../../src/platform/migrations/wanted-indexes.ts';
import { isServed, type Query } from '../helpers/index-use.ts';

const INDEXES: IndexSpec[] = [
  { key: { eventId: 1, createdAt: -1 } },
  { key: { deletedAt: 1 } },
  { key: { status: 1, dueAt: 1 } },
  { key: { updatedAt: 1 }, partialFilterExpression: { status: 'waiting', deletedAt: null } },
  { key: { token: 1 }, sparse: true },
];
const eq = (path: string, value?: string | null) => ({ path, op: '$eq', value });
const lt = (path: string) => ({ path, op: '$lt', value: undefined });
const query = (conditions: Query['conditions'], more: Partial<Query> = {}): Query => ({
  collection: 'clips',
  conditions,
  branches: [],
  sort: [],
  isLimited: false,
  ...more,
});

describe('an index serves a query', () => {
  const served: [string, Query][] = [
    ['by its first field', query([eq('eventId'), eq('hidden')])],
    ['by its _id', query([eq('_id'), eq('status', 'done')])],
    ['of two flags that it holds both', query([eq('status', 'done'), lt('dueAt')])],
    ['that it is limited to', query([eq('status', 'waiting'), eq('deletedAt', null), lt('updatedAt')])],
    ['in its order, as far as a limit', query([], { sort: ['deletedAt'], isLimited: true })],
    ['for each branch of $or', query([], { branches: [[eq('eventId')], [eq('token')]] })],
  ];
  for (const [title, given] of served) {
    it(title, () => expect(isServed(given, INDEXES)).to.equal(true));
  }

  const unserved: [string, Query][] = [
    ['without a condition', query([])],
    ['by a field that is not its first', query([lt('createdAt')])],
    ['by a flag that nearly all documents have', query([eq('deletedAt', null), lt('createdAt')])],
    ['that asks for more than it is limited to', query([eq('status', 'waiting'), lt('updatedAt')])],
    ['for a missing value, where it is sparse', query([eq('token', null)])],
    ['where one branch of $or has none', query([], { branches: [[eq('eventId')], [eq('caption')]] })],
    ['in its order, without a limit', query([], { sort: ['deletedAt'] })],
  ];
  for (const [title, given] of unserved) {
    it(`not: ${title}`, () => expect(isServed(given, INDEXES)).to.equal(false));
  }
});
