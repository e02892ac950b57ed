import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import esbuild from 'esbuild';
import { findIslands, scriptOptions } from '../scripts/build/browser.mjs';
import { FEATURES as MANIFESTS } from '../src/features/index.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** An import from one of our files to another, both as paths from the project's folder. */
interface Edge {
  from: string;
  to: string;
}

/** Folders of features from left to right. */
const FEATURES: readonly string[] = MANIFESTS.map(({ name }) => name);
/** What a feature shows to features to its right: verbs and plain values. */
const PUBLIC_SIDE = /(?:\.service|\.access|\.parts|\/domain-events)\.tsx?$/;
/** What belongs to the database: documents, their ids and models. */
const STORED = /\b(?:Stored\w+|Types|\w+Model)\b/;

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
  'src/app': ['src/shared', 'src/platform', 'src/integrations', 'src/features', 'src/pages'],
  'src/backup': ['src/shared', 'src/platform'],
  'src/embedded-mongo': [],
  'src/upscaler': [],
  entries: ['src/shared', 'src/platform', 'src/features', 'src/app'],
};

/** Ring of a file; the files right below `src` are the entry points. */
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

/** Folders that can be reached from themselves, each with the way round and an import for every step. */
function folderCycles(edges: readonly Edge[]): string[] {
  const next = new Map<string, Map<string, string>>();
  for (const edge of edges) {
    const [here, there] = [posix.dirname(edge.from), posix.dirname(edge.to)];
    if (here !== there) next.set(here, (next.get(here) ?? new Map<string, string>()).set(there, words(edge)));
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (folder: string, way: readonly string[]) => {
    if (way.includes(folder)) {
      const round = [...way.slice(way.indexOf(folder)), folder];
      cycles.push(
        round
          .slice(1)
          .map((to, i) => next.get(round[i] ?? '')?.get(to))
          .join(', '),
      );
    } else if (!done.has(folder)) {
      for (const to of next.get(folder)?.keys() ?? []) walk(to, [...way, folder]);
      done.add(folder);
    }
  };
  for (const folder of next.keys()) walk(folder, []);
  return cycles;
}

/** The parts of a file that others see: signatures of exported functions, exported types, and lists of exports. */
function exportedParts(path: string): string[] {
  const code = readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return code.split(/^(?=export\b)/m).flatMap((part) => {
    if (/^export (?:async )?function/.test(part)) return part.split(/(?<!\()\{\n/, 1);
    if (/^export (?:interface|type|\{|\*)/.test(part)) return part.split(/^\}|;\n/m, 1);
    return /^export const \w+(?:: [^=]+)?/.exec(part)?.slice(0, 1) ?? [];
  });
}

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
const words = ({ from, to }: Edge) => `${from} -> ${to}`;

describe('the architecture', () => {
  let files: string[];
  let edges: Edge[];

  before(() => {
    files = ['src', 'views', 'islands'].flatMap(sourcesBelow);
    edges = files.flatMap(importsOf);
  });

  it('lets imports only point left', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [here, there] = [ringOf(from), ringOf(to)];
      return here !== there && !MAY_IMPORT[here]?.includes(there);
    });
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('lists every feature folder, each with one manifest of its name', () => {
    const folders = new Set(files.map(featureOf).filter((name) => name !== undefined));
    expect([...folders].sort()).to.deep.equal([...FEATURES].sort());
    const manifests = files.filter((path) => path.endsWith('.feature.ts'));
    expect(manifests.sort()).to.deep.equal(FEATURES.map((name) => `src/features/${name}/${name}.feature.ts`).sort());
  });

  it('imports manifests nowhere but in the list of features', () => {
    const wrong = edges.filter(({ from, to }) => to.endsWith('.feature.ts') && from !== 'src/features/index.ts');
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('imports the list of features only where processes are put together', () => {
    const wrong = edges.filter(({ from, to }) => to === 'src/features/index.ts' && !from.startsWith('src/app/'));
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('wires features into processes by their manifests only', () => {
    const wired = edges.filter(({ from, to }) => from.startsWith('src/app/') && to.startsWith('src/features/'));
    expect(wired.filter(({ to }) => to !== 'src/features/index.ts').map(words)).to.deep.equal([]);
    const fanOut = (path: string) => edges.filter(({ from }) => from === path).length;
    const wide = files.filter((path) => path.startsWith('src/app/') && fanOut(path) > 20);
    expect(wide).to.deep.equal([]);
  });

  it('has no cycle between folders', () => {
    expect(folderCycles(edges)).to.deep.equal([]);
  });

  it('starts with nothing but entry points at the root of src', () => {
    const loose = files.filter((path) => /^src\/[^/]+$/.test(path));
    expect(loose.sort()).to.deep.equal(['src/admin.ts', 'src/web.ts', 'src/worker.ts']);
  });

  it('lets a feature call only features to its left, and only by their public side', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [caller, called] = [featureOf(from), featureOf(to)];
      if (!caller || !called || caller === called) return false;
      return FEATURES.indexOf(called) > FEATURES.indexOf(caller) || !PUBLIC_SIDE.test(to);
    });
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('lets pages use features through services, actions and forms only', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        from.startsWith('src/pages/') && featureOf(to) && !/\.(service|access|routes|forms)\.ts$/.test(to),
    );
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('keeps each model private to its feature', () => {
    const wrong = edges.filter(({ from, to }) => /\.model\.ts$/.test(to) && featureOf(from) !== featureOf(to));
    expect(wrong.map(words)).to.deep.equal([]);
  });

  it('lets no document, id or model of the database leave a feature', () => {
    const shown = files.filter((path) => featureOf(path) && PUBLIC_SIDE.test(path));
    const wrong = shown.flatMap((path) =>
      exportedParts(path)
        .filter((part) => STORED.test(part))
        .map((part) => `${path}: ${part.split('\n', 1)[0]}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('re-exports no file as a whole', () => {
    const barrels = files.filter((path) => /^export \* from/m.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(barrels).to.deep.equal([]);
  });

  it('separates the embedded database from the product, both ways', () => {
    const inside = (path: string) => path.startsWith('src/embedded-mongo/');
    expect(edges.filter(({ from, to }) => inside(from) !== inside(to)).map(words)).to.deep.equal([]);
  });

  it('never nests islands, and registers each one once', () => {
    const nested = edges.filter(({ from, to }) => to.endsWith('.island.tsx') && from !== 'islands/registry.ts');
    expect(nested.map(words)).to.deep.equal([]);
    const registered = importsOf('islands/registry.ts').map(({ to }) => basename(to, '.island.tsx'));
    expect(registered.sort()).to.deep.equal(Object.keys(findIslands(join(ROOT, 'islands'))).sort());
  });

  it('ships only src/shared to browsers, and no Node module', async () => {
    const out = join(ROOT, 'static/build');
    const options = scriptOptions({ root: ROOT, islands: join(ROOT, 'islands'), out, dev: false });
    const loader = join(ROOT, 'islands/runtime/loader.ts');
    const entryPoints = { ...(options.entryPoints as Record<string, string>), loader };
    const { metafile } = await esbuild.build({ ...options, entryPoints, write: false, minify: false, metafile: true });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => path.startsWith('src/') && !path.startsWith('src/shared/'))).to.deep.equal([]);
    expect(inputs.filter((path) => path.startsWith('views/') && !path.startsWith('views/ui/'))).to.deep.equal([]);
    expect(inputs.filter((path) => /react-dom\/cjs\/react-dom-server/.test(path))).to.deep.equal([]);
    // Of contracts only method and path go to browsers.
    expect(inputs.filter((path) => /node_modules\/zod\//.test(path))).to.deep.equal([]);
  });
});
