import { beginProcess, endWith } from './app/process.ts';
import { startWeb } from './app/start-web.ts';

const { config, log } = beginProcess('web');
try {
  const app = await startWeb({ config, log });
  endWith({ config, log }, () => app.close());
} catch (error) {
  log.fatal({ err: error }, 'could not start');
  process.exit(1);
}
