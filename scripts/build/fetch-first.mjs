import { dirname, join, relative, resolve, sep } from 'node:path';

/** What esbuild writes for the dynamic import of another output. */
const DYNAMIC = /\bimport\("(\.\/[^"]+)"\)/g;

const slashed = (path) => path.split(sep).join('/');

/**
 * Makes every `import()` of the outputs fetch its files first, with `vdFetchFirst` of `islands/runtime/fetch-first.ts`, so
 * that it can be tried again after the network failed. Files that are loaded when the call runs are left out: those that
 * its own file imports, and those of every page.
 *
 * An output's name has to change with its text. Its hash covers the names of the outputs it imports, and these decide what
 * is written here.
 *
 * @param {import('esbuild').OutputFile[]} outputFiles
 * @param {import('esbuild').Metafile} metafile
 * @param {object} options
 * @param {string} options.root folder of the project
 * @param {string} options.always output that every page loads, as the metafile names it
 * @returns {{ path: string, contents: string | Uint8Array }[]} files to write
 */
export function fetchBeforeImports(outputFiles, metafile, { root, always }) {
  const everywhere = staticImports(metafile, always);
  return outputFiles.map(({ path, contents, text }) => {
    const output = slashed(relative(root, path));
    const isDynamic = ({ kind, external }) => kind === 'dynamic-import' && !external;
    const wanted = (metafile.outputs[output]?.imports ?? []).filter(isDynamic).map((found) => found.path);
    if (wanted.length === 0) return { path, contents };
    const loaded = new Set([...everywhere, ...staticImports(metafile, output)]);
    const replaced = new Set();
    const changed = text.replace(DYNAMIC, (call, name) => {
      const target = slashed(relative(root, resolve(dirname(path), name)));
      replaced.add(target);
      const files = [...staticImports(metafile, target)].filter((file) => !loaded.has(file));
      const names = files.map((file) => slashed(relative(dirname(path), join(root, file))));
      return names.length === 0 ? call : `vdFetchFirst("${names.join(' ')}").then(()=>${call})`;
    });
    const missed = wanted.filter((target) => !replaced.has(target));
    if (missed.length > 0) throw new Error(`The build found no import() of ${missed.join(', ')} in ${output}`);
    return { path, contents: changed };
  });
}

/** An output and all that it imports, directly or not, without what it loads later; in the order of loading. */
export function staticImports(metafile, output, seen = new Set()) {
  seen.add(output);
  for (const { path, kind } of metafile.outputs[output].imports) {
    if (kind === 'import-statement' && !seen.has(path)) staticImports(metafile, path, seen);
  }
  return seen;
}
