import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { accountData } from './account-data.parts.ts';

const HOUR = 3600;
const exports = createLimiter('account-exports', { points: 5, seconds: HOUR });

/**
 * Streams everything stored about a user as a JSON file. TOO_MANY_REQUESTS after five an hour. An error halfway cuts
 * the connection, so that a partial file is not taken for a complete one.
 */
export async function sendExport(userId: string, ip: string, res: Response): Promise<void> {
  const { isOver, secondsLeft } = await exports.count(userId);
  if (isOver) throw tooMany(secondsLeft, 'You’ve already downloaded your data a few times. Please come back later.');
  await recordAudit({ actorId: userId, subjectId: userId, action: 'account.exported', ip });
  const day = new Date().toISOString().slice(0, 10);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Disposition', `attachment; filename="vidday-${day}.json"`);
  await pipeline(Readable.from(documentOf(userId)), res);
}

async function* documentOf(userId: string): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(new Date().toISOString())}`;
  for (const [name, section] of Object.entries(accountData().sections)) {
    yield `,\n${JSON.stringify(name)}: `;
    const content = section(userId);
    if (Symbol.asyncIterator in content) yield* listOf(content);
    else yield JSON.stringify((await content) ?? null, null, 1);
  }
  yield '\n}\n';
}

async function* listOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let mark = '[';
  for await (const item of items) {
    yield `${mark}\n${JSON.stringify(item, null, 1)}`;
    mark = ',';
  }
  yield mark === '[' ? '[]' : '\n]';
}
