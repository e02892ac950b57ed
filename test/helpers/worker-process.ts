import mongoose from 'mongoose';
import { startWorker } from '../../src/app/start-worker.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { testLog } from './app-config.ts';
import { collectQueryShapes } from './query-shapes.ts';
import type { DeathOrder, WorkerOrder } from './worker-processes.ts';

/*
 * Worker processes as in production, one after another in one process, as loading the code takes longer than all the rest. Each
 * is ordered by the environment that it starts with, and ended by an order without one; both are answered when they are done.
 */

collectQueryShapes();
let worker: { close(): Promise<void> } | null = null;

async function obey(what: WorkerOrder | DeathOrder): Promise<void> {
  if ('dieAt' in what) {
    dieAt(what.dieAt);
    process.send?.('done');
    return;
  }
  const { env } = what;
  await worker?.close();
  if (env?.PATH) process.env.PATH = env.PATH;
  worker = env && (await startWorker({ config: loadConfig({ ...process.env, ...env }), log: testLog() }));
  process.send?.('done');
}

function dieAt({ command, collection, when }: DeathOrder['dieAt']): void {
  const client = mongoose.connection.getClient();
  const die = () => void process.kill(process.pid, 'SIGKILL');
  client.on('commandStarted', ({ commandName, command: body, requestId }) => {
    if (commandName !== command || body[command] !== collection) return;
    if (when === 'before') return die();
    client.on('commandSucceeded', (done) => {
      if (done.requestId === requestId) die();
    });
  });
}

process.on('message', (order: WorkerOrder | DeathOrder) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
