import { expect } from 'chai';
import mongoose from 'mongoose';
import * as z from 'zod';
import { API_TABLES } from '../../src/app/api.ts';
import type { Access, ContractShape } from '../../src/shared/contract.ts';
import { getUpload } from '../../src/shared/contracts/uploads.ts';
import type { Failure } from '../../src/shared/envelope.ts';
import { BODY_MAX } from '../../src/shared/limits.ts';
import { isForStaff } from '../helpers/access.ts';
import { PASSING, storedCounts } from '../helpers/stored-counts.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

/** Read from the route tables: a new route is tested by being there. */
const routes = API_TABLES.flat();
const contracts = routes.map(({ contract }) => contract);
/** GETs that change something all the same, as the specification has them. */
const changingGets = new Set(routes.filter(({ checkOrigin }) => checkOrigin).map(({ contract }) => contract));

/** What the upload router answers at the address of one upload, beside the table. */
const TUS_METHODS = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

const needsSession = (access: Access) => access === 'signed-in' || isForStaff(access);
const SAMPLES = [
  '000000000000000000000000',
  '11111111-1111-4111-8111-111111111111',
  'r0000000000000000000000',
  'sample-1',
  'google',
];
const MALFORMED = ['{"a":', '"text"', '{"a":1}}', '\u0000', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`];
const HARMFUL = ['{"$gt":""}', '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{}}}', '{"a.b":1}'];
const WRONG_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
const MALFORMED_IDS = ['%24gt', 'a%00b', '..%2f..%2fetc', 'x'.repeat(300), '%E0%A4%A'];
const EVIL = { origin: 'https://evil.example' };
const FOREIGN: readonly Record<string, string>[] = [
  EVIL,
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];
/** What staff try is in the audit log, refused or not; what passes is no trace of the call itself. */
const UNCOUNTED = [...PASSING, 'audit_log'];

/** Commands that may store something. */
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

interface Sent {
  headers?: Record<string, string>;
  body?: string;
  query?: string;
}

const UNREADABLE: readonly (readonly [code: string, sent: Sent])[] = [
  ...MALFORMED.map((body) => ['MALFORMED', { body }] as const),
  ['TOO_LARGE', { body: JSON.stringify({ text: 'x'.repeat(BODY_MAX) }) }],
  ...WRONG_TYPES.map((type) => ['WRONG_TYPE', { headers: { 'content-type': type } }] as const),
];

/** The contract's path with values that have the right form and name nothing. */
function pathOf(contract: ContractShape): string {
  return contract.path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const schema = contract.params instanceof z.ZodObject ? (contract.params.shape[name] as z.ZodType) : z.string();
    return SAMPLES.find((sample) => schema.safeParse(sample).success) ?? 'sample';
  });
}

function send(visitor: Visitor, contract: ContractShape, sent: Sent = {}): Promise<Response> {
  const takesBody = contract.method !== 'GET';
  return visitor.fetch(pathOf(contract) + (sent.query ?? ''), {
    method: contract.method,
    headers: { ...(takesBody && { 'content-type': 'application/json' }), ...sent.headers },
    ...(takesBody && { body: sent.body ?? '{}' }),
  });
}

/** Names of the fields that a body may have. */
function fieldsOf(contract: ContractShape): string[] {
  if (!contract.body) return [];
  const { properties } = z.toJSONSchema(contract.body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties ?? {});
}

/** A list of one of these, by turns: what reads a request is the same for all routes, and 179 of them take a body. */
function oneOf<T>(cases: readonly T[], route: number): readonly T[] {
  return cases.slice(route % cases.length, (route % cases.length) + 1);
}

async function refusalOf(response: Response): Promise<Failure['error']> {
  expect(response.status, 'a clear refusal').to.be.within(400, 499);
  expect(response.headers.get('content-type')).to.match(/^application\/json/);
  const answer = (await response.json()) as Failure;
  expect(answer.success).to.equal(false);
  expect(answer.error.code).to.match(/^[A-Z_]+$/);
  expect(answer.error.message).to.match(/^\P{Lu}*\p{Lu}.*[.?!]$/su);
  expect(answer.error.message).not.to.match(/zod|mongo|cast|undefined|\bat\s\S+:\d+/i);
  expect(answer.error.requestId).to.equal(response.headers.get('x-request-id'));
  return answer.error;
}

describe('refusals of every route', () => {
  const web = useWeb();
  let stranger: Visitor;
  let user: SignedInUser;
  let admin: SignedInUser;
  let stored: Record<string, number>;
  let isWritten = false;

  const countAll = () => storedCounts(web().connection, UNCOUNTED);

  before(async () => {
    const { origin } = web();
    stranger = newVisitor(origin);
    [user, admin] = await Promise.all([newUser(origin), newUser(origin, { role: 'admin' })]);
    stored = await countAll();
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      isWritten ||= WRITES.has(commandName) && !UNCOUNTED.includes(String(command[commandName]));
    });
  });

  for (const [route, contract] of contracts.entries()) {
    const { method, path, access } = contract;
    const changes = method !== 'GET';

    describe(`${method} ${path}`, () => {
      // Counting everything takes longer than all refusals of a route.
      after('nothing was stored', async () => {
        if (isWritten) expect(await countAll()).to.deep.equal(stored);
        isWritten = false;
      });

      if (changes) {
        it('refuses another origin, by whatever tells it, with 403', async () => {
          for (const headers of oneOf(FOREIGN, route)) {
            const error = await refusalOf(await send(user, contract, { headers }));
            expect([error.code, headers]).to.deep.equal(['FOREIGN_ORIGIN', headers]);
          }
        });

        it('refuses a body that can’t be read, is too large or of another type', async () => {
          for (const [code, sent] of oneOf(UNREADABLE, route)) {
            const error = await refusalOf(await send(admin, contract, sent));
            expect([error.code, sent]).to.deep.equal([code, sent]);
          }
        });

        it('refuses database operators and prototype names with 400', async () => {
          const fields = fieldsOf(contract);
          const bodies = [
            ...oneOf(HARMFUL, route),
            ...oneOf(fields, route).map((name) => JSON.stringify({ [name]: { $gt: '' } })),
            JSON.stringify(Object.fromEntries(fields.map((name) => [name, [{ $ne: null }]]))),
          ];
          for (const body of bodies.filter((each) => each !== '{}')) {
            const error = await refusalOf(await send(admin, contract, { body }));
            expect([error.code, body]).to.deep.equal(['MALFORMED', body]);
          }
        });
      }

      if (changingGets.has(contract)) {
        it('refuses links, other sites, prefetching and HEAD with 403', async () => {
          const given: Record<string, string>[] = [
            EVIL,
            { 'sec-fetch-site': 'cross-site' },
            { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
            { 'sec-purpose': 'prefetch' },
          ];
          for (const headers of given) {
            expect((await refusalOf(await send(admin, contract, { headers }))).code).to.equal('FOREIGN_ORIGIN');
          }
          expect((await admin.fetch(pathOf(contract), { method: 'HEAD' })).status).to.equal(403);
        });
      }

      if (contract.body) {
        it('refuses wrong types with messages for the fields', async () => {
          const wrong = Object.fromEntries(fieldsOf(contract).map((name) => [name, [[{ wrong: true }]]]));
          for (const body of [JSON.stringify(wrong), '[]']) {
            const error = await refusalOf(await send(admin, contract, { body }));
            expect(error.code).to.equal('FIELDS_REFUSED');
            for (const words of Object.values(error.fields ?? {})) expect(words).to.match(/[.?!]$/);
          }
        });
      }

      if (contract.params) {
        it('refuses a malformed id with 400', async () => {
          for (const id of oneOf(MALFORMED_IDS, route)) {
            const response = await admin.fetch(path.replace(/:[A-Za-z]+/g, id), { method });
            expect((await refusalOf(response)).code).to.equal('MALFORMED');
          }
        });
      }

      it('refuses operators in the query with 400', async () => {
        for (const query of oneOf(['?v[$gt]=', '?cursor[$ne]=x', '?__proto__=x', '?a.b=c'], route)) {
          expect((await refusalOf(await send(admin, contract, { query }))).code).to.equal('MALFORMED');
        }
      });

      if (needsSession(access)) {
        it('refuses a visitor with 401', async () => {
          expect((await refusalOf(await send(stranger, contract))).code).to.equal('NOT_SIGNED_IN');
        });
      } else if (access !== 'anyone' && access !== 'operator') {
        it('answers a visitor no private data', async () => {
          const { status } = await send(stranger, contract);
          expect(status).to.be.oneOf([400, 401, 404, 422]);
        });
      }

      if (isForStaff(access)) {
        it('refuses a user with 403', async () => {
          expect((await refusalOf(await send(user, contract))).code).to.equal('NOT_ALLOWED');
        });
      }

      it('answers other methods with 405', async () => {
        const taken = contracts.filter((other) => other.path === path).map((other) => other.method as string);
        const free = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((verb) => !taken.includes(verb));
        if (!free) return;
        const response = await admin.fetch(pathOf(contract), { method: free });
        expect((await refusalOf(response)).code).to.equal('METHOD_NOT_ALLOWED');
        const others = contract === getUpload ? TUS_METHODS : [];
        expect(response.headers.get('allow')?.split(', ')).to.have.members([...taken, ...others]);
      });
    });
  }
});
