import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { filesBelow, inputsHash, removeStale, writeWhole } from './files.mjs';

const ENTRIES = {
  web: 'src/web.ts',
  worker: 'src/worker.ts',
  admin: 'src/admin.ts',
  backup: 'src/backup/main.ts',
  upscaler: 'src/upscaler/main.ts',
  'embedded-mongo': 'src/embedded-mongo/main.ts',
};

/**
 * Packages that stay in `node_modules`: they have binaries, or look for files beside themselves. Those that the product loads
 * when it needs them stay there too. All others are bundled: opening their 1,800 files takes a third of a start. React is
 * among them, so that pages use its production build whatever NODE_ENV is.
 */
const OUTSIDE =
  /^(?:sharp|@node-rs\/argon2|lmdb|esbuild|pino|pdfkit|socket\.io|@aws-sdk\/[^/]+|@tensorflow\/[^/]+|@upscalerjs\/[^/]+)(?:\/|$)/;
const PACKAGE = /^[^./]/;
/** CommonJS packages require Node modules. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/**
 * How everything that Node runs is bundled.
 *
 * @type {import('esbuild').BuildOptions}
 */
export const NODE_BUNDLE = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: { js: REQUIRE },
  jsx: 'automatic',
  sourcemap: true,
  // Node reads the maps of what it loads; those of packages are half as large without their sources.
  sourcesContent: false,
  logLevel: 'warning',
};

/** Less to parse at each start; stacks still name the sources, by the maps. */
export const SMALLER = { minifyWhitespace: true, minifySyntax: true };

/**
 * Bundles the processes into `dist/NAME.js`; those packages that can be are bundled too. Missing entries are skipped.
 * Does nothing if no source changed.
 *
 * @param {{ root: string, out?: string, dev?: boolean }} options `dev`: React with its warnings
 * @returns {Promise<{ changed: boolean }>}
 */
export async function buildServer({ root, out = join(root, 'dist'), dev = false }) {
  const entryPoints = Object.fromEntries(
    Object.entries(ENTRIES)
      .map(([name, source]) => [name, join(root, source)])
      .filter(([, source]) => existsSync(source)),
  );
  const inputs = ['src', 'views', 'islands', 'scripts/build'].flatMap((folder) => filesBelow(join(root, folder)));
  const stamp = inputsHash([...inputs, join(root, 'package-lock.json')], dev ? 'dev' : 'production');
  const stampFile = join(out, '.stamp');
  const built = Object.keys(entryPoints).every((name) => existsSync(join(out, `${name}.js`)));
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return { changed: false };

  mkdirSync(out, { recursive: true });
  if (Object.keys(entryPoints).length > 0) {
    const { metafile } = await esbuild.build({
      ...NODE_BUNDLE,
      ...SMALLER,
      absWorkingDir: root,
      entryPoints,
      outdir: out,
      chunkNames: 'chunks/[name]-[hash]',
      plugins: [packagesOutside],
      define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
      metafile: true,
    });
    const made = Object.keys(metafile.outputs).map((output) => join(root, output));
    removeStale(filesBelow(out), new Set([...made, stampFile]));
  }
  writeWhole(stampFile, stamp);
  return { changed: true };
}

/** Leaves in `node_modules` what `OUTSIDE` names, and what the product loads later. */
export const packagesOutside = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return null;
      const isLoadedLater = kind === 'dynamic-import' && !importer.includes('/node_modules/');
      return isLoadedLater || OUTSIDE.test(path) ? { path, external: true } : null;
    });
  },
};
