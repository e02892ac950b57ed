import { join } from 'node:path';
import { startWeb } from '../../../src/app/start-web.ts';
import { loadAssets } from '../../../src/platform/assets.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { buildBrowser } from '../../build/browser.mjs';

// The complete web process with an event; only the limit of uploads a minute is raised.
const config = loadConfig();
const assets = join(config.varDir, 'assets');
await buildBrowser({ root: process.cwd(), out: assets });
const { port } = await startWeb({
  config,
  log: createLog(config, 'web'),
  assets: loadAssets(assets),
  rules: { upload: { points: 100_000, seconds: 60, lease: 1 } },
});
const url = `http://127.0.0.1:${port}`;
const answer = await fetch(`${url}/api/event`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] }),
});
const { data } = await answer.json();
process.stdout.write(`${JSON.stringify({ url, event: data.uuid })}\n`);
