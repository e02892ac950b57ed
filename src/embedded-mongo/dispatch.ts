import * as admin from './admin-commands.ts';
import { type Doc, encode } from './bson.ts';
import * as collections from './collection-commands.ts';
import { type Command, countField, type Database, namespaceOf } from './database.ts';
import { check, checkFields, notImplemented, words } from './errors.ts';
import * as handshake from './handshake.ts';
import { startTurn, TimeLimit } from './pace.ts';
import * as reads from './read-commands.ts';
import type { Execute } from './server.ts';
import * as writes from './write-commands.ts';

const COMMANDS = new Map<string, Command>(Object.entries({ ...handshake, ismaster: handshake.hello, ...admin }));
/** Their first field is the name of a collection. */
const ON_COLLECTIONS = new Map<string, Command>(Object.entries({ ...reads, ...writes, ...collections }));

/** What a client may ask before it has signed in. */
const FREE = words`hello ismaster ping saslStart saslContinue`;

/** Fields any command may carry. */
const GENERIC = words`$db $readPreference lsid readConcern writeConcern comment maxTimeMS`;

export function dispatcher(db: Database): Execute {
  return async (body, client) => {
    const name = Object.keys(body)[0] ?? '';
    check(client.isTrusted || FREE.includes(name), 'Unauthorized', `command ${name} requires authentication`);
    const command = COMMANDS.get(name) ?? ON_COLLECTIONS.get(name);
    if (!command) throw notImplemented(`the command ${name}`);
    if (body.startTransaction !== undefined) throw notImplemented('a transaction');
    checkFields(body, name, [name, ...GENERIC, ...command.fields]);
    const level = (body.readConcern as Doc | undefined)?.level;
    if (level === 'snapshot' || level === 'linearizable') throw notImplemented(`the read concern ${level}`);
    check(typeof body.$db === 'string' && body.$db !== '', 'InvalidNamespace', 'a command needs $db');
    const ns = ON_COLLECTIONS.has(name) ? namespaceOf(body, name) : '';
    const limit = new TimeLimit(countField(body, 'maxTimeMS'));
    await db.settled();
    startTurn();
    const answer = await command.run({ ...db, limit, signal: client.signal, client }, body, ns);
    return Buffer.isBuffer(answer) ? answer : encode(answer);
  };
}
