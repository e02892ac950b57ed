/** One of the servers that `pages.mjs` compares: `node scripts/bench/pages/server.mjs CASE [NEXT_FOLDER]`, forked. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { deployedFrontPage, startDeployed } from './deployed.mjs';
import { ANSWERS_FRESH } from './expiry.mjs';
import { nextHandler } from './next.mjs';

await serve(process.argv[2], process.argv[3]);

async function serve(name, nextFolder) {
  const server = name.startsWith('front-')
    ? (await startDeployed(name)).server
    : createServer(name === 'next' ? await nextHandler(nextFolder) : await handlerOf(name)).listen(0, '127.0.0.1');
  if (!server.listening) await once(server, 'listening');
  process.send({ port: server.address().port });
  // Connections stay open between turns.
  server.keepAliveTimeout = 0;
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system });
  });
  process.on('disconnect', () => process.exit(0));
}

function sendReady({ body, headers }) {
  const flat = Object.entries(headers).flat();
  return (_req, res) => void res.writeHead(200, flat).end(body);
}

async function handlerOf(name) {
  if (name === 'node-front') return sendReady(await deployedFrontPage(askFor));
  const { register } = await import('tsx/esm/api');
  register();
  const { Cards: view } = await import('./cards.tsx');
  const { loadAssets } = await import('../../../src/platform/assets.ts');
  const { createFrontCache } = await import('../../../src/platform/front-cache/front-cache.ts');
  const { createPages, page } = await import('../../../src/pages/render-page.tsx');
  const { createPageLimit } = await import('../../../src/platform/http/page-limit.ts');
  const { default: express } = await import('express');

  const assets = loadAssets();
  // Count time by answers, so that expiries per answer don't depend on load.
  let answers = 0;
  const clock = { now: () => answers, onServed: () => void answers++ };
  // Counts each answer like the web process, with an unreachable limit.
  const limit = createPageLimit({ points: Number.POSITIVE_INFINITY, seconds: 60 });
  const admit = (req) => limit.take(req.socket.remoteAddress) === 0;
  const front = createFrontCache({ build: assets.build, admit, ...(name === 'expiring' && clock) });
  const onError = (error) => console.error(error);
  const pages = createPages({ assets, front, appOrigin: 'http://bench', mediaOrigin: null, onError });
  const head = { title: 'Bench', sheet: 'site' };
  if (name === 'rendered' || name === 'compressed')
    return (req, res) => void pages.renderPage(req, res, { view, props: {}, head });

  // All cases send the same page.
  const expiry = name === 'expiring' ? { freshFor: ANSWERS_FRESH, staleFor: 10 * ANSWERS_FRESH } : {};
  const anonymous = pages.anonymousPage({ load: () => page({ view, props: {}, head }), ...expiry });
  if (name === 'hit' || name === 'expiring') {
    const app = express();
    app.get('/page', anonymous);
    return (req, res) => front.hit(req, res) || app(req, res);
  }
  const { body, headers } = await onePage(anonymous);
  if (name === 'node') return sendReady({ body, headers });
  const app = express();
  app.get('/page', (_req, res) => void res.set(headers).end(body));
  return app;
}

/** The page as sent by the cache: compressed, with headers. */
async function onePage(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await askFor(server.address().port, '/page');
  server.close();
  return page;
}

async function askFor(port, path) {
  const asked = request({ port, path, headers: { Host: 'bench', 'Accept-Encoding': 'br' } }).end();
  const [answer] = await once(asked, 'response');
  const body = Buffer.concat(await answer.toArray());
  const { date, connection, 'keep-alive': _, ...headers } = answer.headers;
  return { body, headers };
}
