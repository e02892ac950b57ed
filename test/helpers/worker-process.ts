import { startWorker } from '../../src/app/start-worker.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { testLog } from './app-config.ts';
import { collectQueryShapes } from './query-shapes.ts';
import type { WorkerOrder } from './worker-processes.ts';

/*
 * Worker processes as in production, one after another in one process, as loading the code takes longer than all the rest. Each
 * is ordered by the environment that it starts with, and ended by an order without one; both are answered when they are done.
 */

collectQueryShapes();
let worker: { close(): Promise<void> } | null = null;

async function obey({ env }: WorkerOrder): Promise<void> {
  await worker?.close();
  worker = env && (await startWorker({ config: loadConfig({ ...process.env, ...env }), log: testLog() }));
  process.send?.('done');
}

process.on('message', (order: WorkerOrder) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
