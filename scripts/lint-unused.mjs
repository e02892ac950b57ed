// Lists exports that no other file imports, files that nothing reaches, and packages that nothing uses. Exits with 1 if
// it finds any. Usage: node scripts/lint-unused.mjs
//
// Reads imports and exports as text, in the one form in which Biome leaves them: named, each at the start of a line.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const CODE = /\.(?:tsx?|mjs|cjs)$/;
/** Started by commands, test runners and the build; types of scripts are read with the script itself. */
const ENTRIES =
  /^(?:src\/(?:web|worker|admin|[\w-]+\/main)\.ts|scripts\/|\.mocharc\.cjs|test\/(?!helpers\/))|\.d\.[mc]?ts$|\.test\.tsx?$/;
/** Packages without an import: what each is for. */
const TOOLS = new Map([
  ['@upscalerjs/esrgan-slim', 'weights that src/upscaler reads'],
  ['typescript', 'npm run types'],
  ['@biomejs/biome', 'npm run lint'],
  ['mocha', 'npm test'],
]);

/** Exports that something else calls by name: a framework, a test runner, or code that was built. */
const CALLED = {
  'islands/runtime/client.tsx': ['hydrate'],
  'scripts/bench/pages/captured-build.mjs': ['rendererOf'],
  'scripts/bench/pages/next.mjs': ['dynamic', 'metadata'],
  'scripts/music/make.ts': ['TRACK_SOUNDS'],
  'test/helpers/root-hooks.ts': ['mochaHooks'],
  'test/helpers/small-pictures.ts': ['RENDITIONS'],
};
/** What the product has for its tests alone: lists to walk, stand-ins for vendors, a rule of the platform. */
const FOR_TESTS = new Set([
  'PERMISSIONS',
  'REACT_BUILDS',
  'contentOf',
  'editedLength',
  'empty',
  'installParts',
  'operatorOnly',
  'startLeakedPasswordsSandbox',
  'startS3Sandbox',
  'suggestedTrack',
]);

const IMPORT = /^(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*(?:\bfrom\s+)?'([^']+)'/gm;
const DYNAMIC =
  /(?:(?:const|let)\s+\{([^}]*)\}\s*=\s*await\s+)?\bimport\(\s*'([^']+)'\s*\)(?:\.then\(\(\{([^}]*)\}\))?/g;
const DECLARED = /^export\s+(?:declare\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type)\s+(\w+)/gm;
const TYPES = /^export\s+(?:interface|type)\s+(\w+)/gm;
const LISTED = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;

/** Names on the left or the right of `as` in a list such as `a, type B, c as d`. */
function namesIn(list, side) {
  return list
    .split(',')
    .map((each) =>
      each
        .replace(/\/\/.*$/gm, '')
        .trim()
        .replace(/^type\s+/, ''),
    )
    .filter(Boolean)
    .map((each) => (side === 'left' ? each.split(/\s+as\s+|:/)[0] : each.split(/\s+as\s+/).at(-1)).trim());
}

/** Every name that a file imports, by path; `*` stands for all. */
function importsOf(file, code) {
  const found = [];
  const add = (from, names) => found.push({ from: resolve(file, from), names });
  for (const [, clause, from] of code.matchAll(IMPORT)) {
    const whole = /\*\s+as\s+(\w+)/.exec(clause)?.[1];
    const members = whole ? [...code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name]) => name) : [];
    const isPassedOn = whole && new RegExp(`(?:\\.\\.\\.|[^.\\w])${whole}\\s*[,)\\]}]`).test(code.replace(clause, ''));
    const listed = /\{([^}]*)\}/.exec(clause)?.[1];
    add(from, [...members, ...(listed ? namesIn(listed, 'left') : []), ...(isPassedOn || clause === '*' ? ['*'] : [])]);
  }
  for (const [, before, from, after] of code.matchAll(DYNAMIC)) {
    const list = before ?? after;
    add(from, list === undefined ? ['*'] : namesIn(list, 'left'));
  }
  return found;
}

function resolve(file, from) {
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => CODE.test(file) && existsSync(path.join(ROOT, file)));
const sources = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
const used = new Map();
/** The same without tests. */
const usedByProduct = new Map();
const packages = new Set();
for (const [file, code] of sources) {
  for (const { from, names } of importsOf(file, code)) {
    if (sources.has(from)) used.set(from, new Set([...(used.get(from) ?? []), ...names]));
    if (sources.has(from) && !file.startsWith('test/')) {
      usedByProduct.set(from, new Set([...(usedByProduct.get(from) ?? []), ...names]));
    } else
      packages.add(
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  }
}

const problems = [];
const everything = [...sources.values(), readFileSync(path.join(ROOT, 'package.json'), 'utf8')].join('\n');
for (const [file, code] of sources) {
  const names = used.get(file);
  // Some files are started by path, or found by name.
  const isNamed = () => everything.includes(path.posix.basename(file)) || /\.island\.tsx$/.test(file);
  if (!names && !ENTRIES.test(file) && !isNamed()) problems.push(`${file}: nothing imports this file`);
  if (names?.has('*') || /\.d\.[mc]?ts$/.test(file)) continue;
  const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const types = new Set([...code.matchAll(TYPES)].map(([, name]) => name));
  const exported = new Set([
    ...[...code.matchAll(DECLARED)].map(([, name]) => name),
    ...[...code.matchAll(LISTED)].flatMap(([, list]) => namesIn(list, 'right')),
  ]);
  for (const name of exported) {
    const isMentioned = [...bare.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
    // A type may be there to name a part of what the file exports.
    if (CALLED[file]?.includes(name)) continue;
    if (!names?.has(name) && !(types.has(name) && isMentioned)) problems.push(`${file}: nothing imports ${name}`);
    else if (/^(?:src|views|islands)\//.test(file) && names?.has(name) && !isMentioned && !FOR_TESTS.has(name)) {
      const product = usedByProduct.get(file);
      if (!product?.has(name) && !product?.has('*')) problems.push(`${file}: only tests import ${name}`);
    }
  }
}

const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
  const typed = /^@types\/(.+)$/.exec(name)?.[1];
  const isUsed = typed ? packages.has(typed) || builtinModules.includes(typed) || typed === 'node' : packages.has(name);
  const isTypeOnly = typed === 'mocha' || TOOLS.has(name);
  if (!isUsed && !isTypeOnly) problems.push(`package.json: nothing uses ${name}`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`${problems.length} unused`);
process.exitCode = problems.length > 0 ? 1 : 0;
