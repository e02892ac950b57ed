import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import esbuild from 'esbuild';
import { findIslands, scriptOptions } from '../scripts/build/browser.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** An import from one of our files to another, both as paths from the project's folder. */
interface Edge {
  from: string;
  to: string;
}

/** A feature calls only features to its left. */
const FEATURES = [
  'accounts',
  'events',
  'guests',
  'library',
  'media',
  'films',
  'support',
  'invoices',
  'checkout',
  'gifts',
  'messages',
  'staff',
];

/** For each ring, what it may import beside itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/shared': [],
  'src/platform': ['src/shared'],
  'src/integrations': ['src/shared', 'src/platform'],
  'src/features': ['src/shared', 'src/platform', 'src/integrations'],
  'views/ui': ['src/shared'],
  islands: ['src/shared', 'views/ui'],
  views: ['src/shared', 'views/ui', 'islands'],
  'src/pages': ['src/shared', 'src/platform', 'src/integrations', 'src/features', 'views'],
  'src/embedded-mongo': [],
  entries: ['src/shared', 'src/platform', 'src/integrations', 'src/features', 'src/pages'],
};

/** Ring of a file; the files right below `src` start and join things and may see all rings. */
function ringOf(path: string): string {
  const rings = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);
  return rings.find((ring) => path.startsWith(`${ring}/`)) ?? 'entries';
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const FROM = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

function importsOf(from: string): Edge[] {
  const code = readFileSync(join(ROOT, from), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(FROM)].map(([, path = '']) => ({ from, to: posix.join(posix.dirname(from), path) }));
}

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
const words = ({ from, to }: Edge) => `${from} -> ${to}`;

describe('The architecture', () => {
  let files: string[];
  let edges: Edge[];

  before(() => {
    files = ['src', 'views', 'islands'].flatMap(sourcesBelow);
    edges = files.flatMap(importsOf);
  });

  it('lets an import only point to the left', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [here, there] = [ringOf(from), ringOf(to)];
      return here !== there && !MAY_IMPORT[here]?.includes(there);
    });
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('names every folder of features in its order', () => {
    const folders = new Set(files.map(featureOf).filter((name) => name !== undefined));
    expect([...folders].filter((name) => !FEATURES.includes(name))).to.deep.equal([]);
  });

  it('lets a feature call only features to its left, and only their services', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [caller, called] = [featureOf(from), featureOf(to)];
      if (!caller || !called || caller === called) return false;
      return FEATURES.indexOf(called) > FEATURES.indexOf(caller) || !/\.service\.tsx?$/.test(to);
    });
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('lets pages reach features through their services, actions and forms', () => {
    const wrong = edges.filter(
      ({ from, to }) => from.startsWith('src/pages/') && featureOf(to) && !/\.(service|routes|forms)\.ts$/.test(to),
    );
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('keeps each model private to its feature', () => {
    const wrong = edges.filter(({ from, to }) => /\.model\.ts$/.test(to) && featureOf(from) !== featureOf(to));
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('keeps the embedded database apart from the product, both ways', () => {
    const inside = (path: string) => path.startsWith('src/embedded-mongo/');
    expect(edges.filter(({ from, to }) => inside(from) !== inside(to)).map(words)).to.deep.equal([]);
  });

  it('never nests islands, and gives each one place in the registry', () => {
    const nested = edges.filter(({ from, to }) => to.endsWith('.island.tsx') && from !== 'islands/registry.ts');
    expect(nested.map(words)).to.deep.equal([]);
    const registered = importsOf('islands/registry.ts').map(({ to }) => basename(to, '.island.tsx'));
    expect(registered.sort()).to.deep.equal(Object.keys(findIslands(join(ROOT, 'islands'))).sort());
  });

  it('ships nothing of src but src/shared to browsers, and nothing of Node', async () => {
    const out = join(ROOT, 'static/build');
    const options = scriptOptions({ root: ROOT, islands: join(ROOT, 'islands'), out, dev: false });
    const loader = join(ROOT, 'islands/runtime/loader.ts');
    const entryPoints = { ...(options.entryPoints as Record<string, string>), loader };
    const { metafile } = await esbuild.build({ ...options, entryPoints, write: false, minify: false, metafile: true });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => path.startsWith('src/') && !path.startsWith('src/shared/'))).to.deep.equal([]);
    expect(inputs.filter((path) => path.startsWith('views/') && !path.startsWith('views/ui/'))).to.deep.equal([]);
    expect(inputs.filter((path) => /react-dom\/cjs\/react-dom-server/.test(path))).to.deep.equal([]);
    // Contracts are for the server: islands have their types by `callOf`.
    expect(inputs.filter((path) => /node_modules\/zod\/|^src\/shared\/contracts\//.test(path))).to.deep.equal([]);
  });
});
