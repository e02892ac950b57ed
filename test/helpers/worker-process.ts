import { startWorker } from '../../src/app/start-worker.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { testLog } from './app-config.ts';
import { collectQueryShapes } from './query-shapes.ts';

/* The worker process as in production, configured by its environment. Prints "ready" once it takes jobs. */

collectQueryShapes();
const worker = await startWorker({ config: loadConfig(), log: testLog(), leaseMs: 3000 });
process.stdout.write('ready\n');
process.once('SIGTERM', () => {
  worker.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
