#!/usr/bin/env node
/**
 * What the standard build of React's server and the one that writes strings (decision 14) cost, for each kind of page: pages of the
 * web process as visitors get them, each rendered to its text by both builds in turns. Prints milliseconds of CPU a page.
 *
 *   node scripts/build.mjs && node scripts/bench/react-builds.mjs [turns]
 */
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

process.env.NODE_ENV = 'production';
globalThis.renderedPages = [];
const stand = JSON.stringify(new URL('./pages/captured-build.mjs', import.meta.url).href);
const hook = `export const resolve = (name, context, next) => /\\/react-build\\.ts$/.test(name)
  ? { url: ${stand}, shortCircuit: true } : next(name, context);`;

const { startDeployed } = await import('./pages/deployed.mjs');
const { register: registerTypes } = await import('tsx/esm/api');
registerTypes();
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { createVisitor } = await import('../run/visitor.mjs');
const { loadShared } = await import('../run/shared.mjs');
const { WholePage } = await import('../../src/pages/page-text.ts');
const builds = {
  standard: (await import('react-dom/server')).renderToPipeableStream,
  strings: (await import('react-dom/server.bun')).renderToPipeableStream,
};

const TURNS = Number(process.argv[2] ?? 15);
const PAGES_PER_TURN = 40;
const CLIPS = 12;

const web = await startDeployed('front-development', { origin: null });
try {
  const pages = await capture();
  process.stdout.write(`${'page'.padEnd(34)}KB   standard  strings  standard / strings\n`);
  for (const page of pages) process.stdout.write(`${await compare(page)}\n`);
} finally {
  await web.close();
}
process.exit(0);

/** The pages that people see most, as they were rendered. */
async function capture() {
  const origin = `http://127.0.0.1:${web.port}`;
  const shared = await loadShared(fileURLToPath(new URL('../..', import.meta.url)));
  const friend = createVisitor({ shared, origin });
  const organiser = createVisitor({ shared, origin });
  const event = await organiser.call(shared.events.createEvent, {
    body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
  });
  for (let index = 0; index < CLIPS; index++) {
    const body = {
      event: event.uuid,
      kind: 'text',
      text: `Happy birthday, ${index}!`,
      contributor: { name: `Friend ${index}` },
    };
    await friend.call(shared.media.createMedia, { body });
  }
  const visits = [
    ['home (anonymous)', friend, '/'],
    ['occasion (anonymous)', friend, '/video-maker/birthday-video'],
    ['questions (anonymous)', friend, '/faq'],
    ['start (anonymous)', friend, '/start-a-vidday'],
    ['log in', organiser, '/auth/login'],
    ['home, with a draft', organiser, '/'],
    ['adding clips', friend, `/e/${event.uuid}`],
    ['studio, 12 clips', organiser, `/e/${event.uuid}`],
    ['gift before its time', friend, `/e/${event.viewKey}`],
  ];
  const pages = [];
  for (const [name, visitor, path] of visits) {
    globalThis.renderedPages.length = 0;
    const answer = await visitor.request(path);
    await answer.text();
    const [rendered] = globalThis.renderedPages;
    if (rendered) pages.push({ name: `${name}${answer.ok ? '' : ` (${answer.status})`}`, ...rendered });
    else process.stdout.write(`${name}: not rendered (${answer.status})\n`);
  }
  return pages;
}

function text(build, { element, options }) {
  const { nonce, progressiveChunkSize } = options;
  return new Promise((resolve, reject) => {
    const stream = builds[build](element, {
      nonce,
      progressiveChunkSize,
      onAllReady: () => stream.pipe(new WholePage(resolve, reject)),
      onShellError: reject,
      onError: reject,
    });
  });
}

async function cost(build, page) {
  const before = process.cpuUsage();
  for (let index = 0; index < PAGES_PER_TURN; index++) await text(build, page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / PAGES_PER_TURN;
}

/** Both builds in turns, so that the machine's own pace is the same for both; the median of the pairs. */
async function compare(page) {
  const written = await text('standard', page);
  if (written !== (await text('strings', page))) throw new Error(`The builds write ${page.name} differently.`);
  for (const build of ['standard', 'strings', 'standard', 'strings']) await cost(build, page);
  const costs = { standard: [], strings: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    const order = turn % 2 ? ['strings', 'standard'] : ['standard', 'strings'];
    for (const build of order) costs[build].push(await cost(build, page));
  }
  const ratio = median(costs.standard.map((each, turn) => each / costs.strings[turn]));
  const size = (Buffer.byteLength(written) / 1024).toFixed(0);
  const columns = [median(costs.standard).toFixed(2).padStart(8), median(costs.strings).toFixed(2).padStart(8)];
  return `${page.name.padEnd(32)}${size.padStart(4)}  ${columns.join(' ')}  ${ratio.toFixed(2).padStart(10)}`;
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
