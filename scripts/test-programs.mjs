import { readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { NODE_BUNDLE, packagesOutside, SMALLER } from './build/server.mjs';

/** Programs that tests start in a process of their own; those with `small` encode small pictures. */
export const PROGRAMS = {
  worker: 'test/helpers/worker-process.ts',
  'small-worker': 'test/helpers/worker-process.ts',
  'small-app-worker': 'src/worker.ts',
  web: 'test/helpers/web-process.ts',
  uploads: 'test/helpers/upload-process.ts',
  queue: 'test/helpers/queue-worker.ts',
  database: 'src/embedded-mongo/main.ts',
};

/** React's production build, as in the product's own bundles. Files that are tested by name have its warnings. */
const PRODUCTION = { 'process.env.NODE_ENV': '"production"' };

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
 * Bundles programs into `OUT/NAME.mjs`, as `buildServer` does: a bundle starts in a fraction of the time of its sources.
 *
 * @param {(keyof typeof PROGRAMS)[]} names
 * @param {string} out below `node_modules`, where the bundles find their packages
 */
export async function bundlePrograms(names, out) {
  const small = names.filter((name) => name.startsWith('small-'));
  const rest = names.filter((name) => !name.startsWith('small-'));
  await Promise.all([bundle(small, out, [withSmallPictures]), bundle(rest, out, [])]);
}

async function bundle(names, outdir, plugins) {
  if (names.length === 0) return;
  await build({
    // Its maps count, too: collected queries are identified by the sources in their stacks.
    ...NODE_BUNDLE,
    ...SMALLER,
    entryPoints: Object.fromEntries(names.map((name) => [name, PROGRAMS[name]])),
    outdir,
    plugins: [...plugins, packagesOutside],
    define: PRODUCTION,
    outExtension: { '.js': '.mjs' },
  });
}

/** Modules find files by their own place, which is that of their source. */
const placesOfSources = {
  name: 'places-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:tsx?|mjs)$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return null;
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(path)));
      return { contents, loader: /** @type {'ts' | 'tsx' | 'js'} */ (extname(path).slice(1).replace('mjs', 'js')) };
    });
  },
};

const REACT = /^(?:react|react-dom|scheduler)(?:\/|$)/;
/** Leaves all packages but React in `node_modules`. */
const reactInside = {
  name: 'react-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || REACT.test(path) ? null : { path, external: true },
    );
  },
};

/**
 * Bundles test files and the root hooks, which share their modules: they load in a third of the time of their sources.
 *
 * @param {string[]} files such as `test/unit/chat.test.ts`
 * @param {string} out below `node_modules`
 * @returns {Promise<(file: string) => string>} where the bundle of a file is
 */
export async function bundleTests(files, out) {
  await build({
    ...NODE_BUNDLE,
    entryPoints: ['test/helpers/root-hooks.ts', ...files],
    outbase: '.',
    outdir: out,
    plugins: [placesOfSources, reactInside],
    define: PRODUCTION,
    outExtension: { '.js': '.mjs' },
  });
  return (file) => join(out, file.replace(/\.tsx?$/, '.mjs'));
}
