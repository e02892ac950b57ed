import { beginProcess, endWith } from './app/process.ts';
import { startWorker } from './app/start-worker.ts';

const { config, log } = beginProcess('worker');
try {
  const app = await startWorker({ config, log });
  endWith({ config, log }, () => app.close());
} catch (error) {
  log.fatal({ err: error }, 'could not start');
  process.exit(1);
}
