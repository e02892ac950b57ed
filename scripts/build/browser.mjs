import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import esbuild from 'esbuild';
import { contractsAsAddresses } from './contracts.mjs';
import { fetchBeforeImports, staticImports } from './fetch-first.mjs';
import { compressBeside, contentHash, filesBelow, inputsHash, removeStale, writeWhole } from './files.mjs';

/** The first with style layers and dialogs, which pages need: iOS 15.4, of 2022. Chrome 106 is the last for Android 6. */
const TARGET = ['es2020', 'safari15.4', 'chrome106', 'firefox98'];
const PREFIX = '/assets/';
/** Files of `static` copied under a hashed name. TrueType fonts and licences are not for browsers. */
const COPIED = /\.(svg|avif|webp|png|jpe?g|ico|woff2|mp4|vtt)$/;

/**
 * Builds browser files (islands, style sheets, pictures, fonts) with hashed names and `.br` and `.gz` variants, and
 * `manifest.json`, which maps names to URLs.
 * Does nothing if no input changed.
 *
 * @param {object} options
 * @param {string} options.root folder of the project
 * @param {string} [options.islands] folder searched for `NAME.island.tsx`. Default: `islands`
 * @param {string} [options.css] folder of `entries/*.css`. Default: `static/css`
 * @param {string} [options.out] Default: `static/build`
 * @param {boolean} [options.dev] readable code and React's warnings
 * @returns {Promise<{ changed: boolean, metafile: esbuild.Metafile | null }>} the metafile if
 *   something was built
 */
export async function buildBrowser({
  root,
  islands = join(root, 'islands'),
  css = join(root, 'static/css'),
  out = join(root, 'static/build'),
  dev = false,
}) {
  const inputs = [
    ...new Set(
      [
        islands,
        css,
        'islands',
        'views',
        'src/shared',
        'static/art',
        'static/fonts',
        'static/icons',
        'static/films',
        'static/music',
        'scripts/build',
      ].flatMap((path) => filesBelow(resolve(root, path))),
    ),
    join(root, 'package-lock.json'),
  ];
  const stamp = inputsHash(inputs, dev ? 'dev' : 'production');
  const stampFile = join(out, '.stamp');
  const before = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (before === stamp && existsSync(join(out, 'manifest.json'))) return { changed: false, metafile: null };

  mkdirSync(out, { recursive: true });
  const files = copyHashed(root, out);
  const named = [...copyNamed(root, out, 'music', '.m4a'), ...copyNamed(root, out, 'fonts', '.woff2')];
  const scripts = await buildScripts({ root, islands, out, dev });
  const sheets = await buildSheets({ root, css, out, dev, files });
  const loader = await buildLoader(root, dev);
  const manifest = { files, css: sheets, islands: scripts.islands, loader };
  const build = contentHash(JSON.stringify(manifest));
  const kept = [...Object.values(files), ...named, ...Object.values(sheets), ...scripts.outputs].map((url) =>
    join(out, url.slice(PREFIX.length)),
  );
  await compressBeside(kept);
  cleanUp(out, kept);
  writeWhole(join(out, 'manifest.json'), JSON.stringify({ build, ...manifest }, null, 1));
  writeWhole(stampFile, stamp);
  return { changed: true, metafile: scripts.metafile };
}

/** Sources of all islands, by name. */
export function findIslands(folder) {
  const found = {};
  for (const file of filesBelow(folder)) {
    if (!file.endsWith('.island.tsx')) continue;
    const name = basename(file, '.island.tsx');
    if (found[name]) throw new Error(`Two islands are called ${name}: ${found[name]} and ${file}`);
    found[name] = file;
  }
  return found;
}

/** Build options of islands, shared with the architecture test. */
export function scriptOptions({ root, islands, out, dev }) {
  const names = Object.fromEntries(
    Object.entries(findIslands(islands)).map(([name, file]) => [`${name}.island`, file]),
  );
  return {
    absWorkingDir: root,
    entryPoints: { client: join(root, 'islands/runtime/client.tsx'), ...names },
    outdir: out,
    entryNames: 'js/[name]-[hash]',
    chunkNames: 'js/[name]-[hash]',
    inject: [join(root, 'islands/runtime/base.ts')],
    plugins: [contractsAsAddresses(root)],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: TARGET,
    jsx: 'automatic',
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  };
}

async function buildScripts({ root, islands, out, dev }) {
  const { outputFiles, metafile } = await esbuild.build({
    ...scriptOptions({ root, islands, out, dev }),
    write: false,
  });
  const url = (output) => PREFIX + relative(out, resolve(root, output)).split(sep).join('/');
  const entries = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint);
  const outputOf = (source) =>
    entries.find(([, output]) => resolve(root, output.entryPoint) === resolve(source))?.[0] ?? fail(source);
  const client = outputOf(join(root, 'islands/runtime/client.tsx'));
  mkdirSync(join(out, 'js'), { recursive: true });
  for (const { path, contents } of fetchBeforeImports(outputFiles, metafile, { root, always: client })) {
    writeFileSync(path, contents);
  }
  const chunks = {};
  for (const [name, source] of Object.entries(findIslands(islands))) {
    const own = outputOf(source);
    chunks[name] = [...new Set([client, own, ...staticImports(metafile, client), ...staticImports(metafile, own)])].map(
      url,
    );
  }
  return { islands: chunks, outputs: Object.keys(metafile.outputs).map(url), metafile };
}

function fail(source) {
  throw new Error(`The build has no output for ${source}`);
}

/** Pages inline the loader, so the manifest contains its text and its hash for the content policy. */
async function buildLoader(root, dev) {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(root, 'islands/runtime/loader.ts')],
    bundle: true,
    format: 'iife',
    // The source uses only what these phones support; naming them would make the output longer.
    target: 'es2020',
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    minify: !dev,
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  const source = result.outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(source)) throw new Error('The loader contains the end tag of its script element.');
  return { source, sha256: `sha256-${createHash('sha256').update(source).digest('base64')}` };
}

/** One sheet for each file in `entries`, with its imports. */
async function buildSheets({ root, css, out, dev, files }) {
  const folder = join(css, 'entries');
  const entries = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.css')) : [];
  const sheets = {};
  for (const entry of entries) {
    const result = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [join(folder, entry)],
      bundle: true,
      write: false,
      minify: !dev,
      target: TARGET,
      legalComments: 'none',
      logLevel: 'warning',
      plugins: [hashedAddresses(root, files)],
    });
    const text = stripComments(result.outputFiles[0].text);
    const name = basename(entry, '.css');
    const file = `css/${name}-${contentHash(text)}.css`;
    mkdirSync(join(out, 'css'), { recursive: true });
    writeFileSync(join(out, file), text);
    sheets[name] = PREFIX + file;
  }
  return sheets;
}

function stripComments(text) {
  return text.replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\//g, (_, string) => string ?? '');
}

/** Replaces `url(../fonts/x.woff2)` by the hashed URL, so that preloads match. */
function hashedAddresses(root, files) {
  return {
    name: 'hashed-addresses',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
        if (kind !== 'url-token' || path.startsWith('data:') || path.startsWith('#')) return null;
        const logical = relative(join(root, 'static'), resolve(resolveDir, path)).split(sep).join('/');
        const url = files[logical];
        if (!url) return { errors: [{ text: `static/${logical} does not exist or is not copied by the build` }] };
        return { path: url, external: true };
      });
    },
  };
}

function copyHashed(root, out) {
  const files = {};
  for (const folder of ['art', 'fonts', 'icons', 'films']) {
    for (const source of filesBelow(join(root, 'static', folder)).filter((file) => COPIED.test(file))) {
      const logical = relative(join(root, 'static'), source).split(sep).join('/');
      const content = readFileSync(source);
      const end = extname(source);
      const target = `${logical.slice(0, -end.length)}-${contentHash(content)}${end}`;
      mkdirSync(dirname(join(out, target)), { recursive: true });
      if (!existsSync(join(out, target)) || statSync(join(out, target)).size !== content.length) {
        writeWhole(join(out, target), content);
      }
      files[logical] = PREFIX + target;
    }
  }
  return files;
}

/** Tracks and themes' fonts keep their names, which the API tells. */
function copyNamed(root, out, folder, ending) {
  return filesBelow(join(root, 'static', folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const target = join(out, folder, basename(file));
      mkdirSync(dirname(target), { recursive: true });
      const content = readFileSync(file);
      if (!existsSync(target) || !readFileSync(target).equals(content)) writeWhole(target, content);
      return `${PREFIX}${folder}/${basename(file)}`;
    });
}

/** Only folders that this build fills are cleaned. */
function cleanUp(out, kept) {
  const made = new Set(kept.flatMap((file) => [file, `${file}.br`, `${file}.gz`]));
  const folders = ['js', 'css', 'art', 'fonts', 'icons', 'films', 'music'];
  removeStale(
    folders.flatMap((folder) => filesBelow(join(out, folder))),
    made,
  );
}
