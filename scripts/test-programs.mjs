import { resolve } from 'node:path';
import { build } from 'esbuild';

/** Programs that tests start in a process of their own; `small-worker` encodes small pictures. */
export const PROGRAMS = {
  worker: 'test/helpers/worker-process.ts',
  'small-worker': 'test/helpers/worker-process.ts',
  web: 'test/helpers/web-process.ts',
  uploads: 'test/helpers/upload-process.ts',
  queue: 'test/helpers/queue-worker.ts',
  database: 'src/embedded-mongo/main.ts',
};

const SMALL_PICTURES = resolve('test/helpers/small-pictures.ts');
const withSmallPictures = {
  name: 'small-pictures',
  setup({ onResolve }) {
    onResolve({ filter: /\/segment-format\.ts$/ }, ({ importer }) =>
      importer === SMALL_PICTURES ? null : { path: SMALL_PICTURES },
    );
  },
};

/**
 * Bundles programs into `OUT/NAME.mjs`: a bundle starts in half the time of its sources.
 *
 * @param {(keyof typeof PROGRAMS)[]} names
 * @param {string} out below `node_modules`, where the bundles find their packages
 */
export async function bundlePrograms(names, out) {
  const small = names.filter((name) => name === 'small-worker');
  const rest = names.filter((name) => name !== 'small-worker');
  await Promise.all([bundle(small, out, [withSmallPictures]), bundle(rest, out, [])]);
}

async function bundle(names, outdir, plugins) {
  if (names.length === 0) return;
  await build({
    entryPoints: Object.fromEntries(names.map((name) => [name, PROGRAMS[name]])),
    outdir,
    plugins,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    outExtension: { '.js': '.mjs' },
    // Collected queries are identified by the sources in their stacks.
    sourcemap: true,
    logLevel: 'warning',
  });
}
