/**
 * Figures of the house: `node scripts/figures.mjs`. Decision 71 says what each is for, and which commands measure the
 * others.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CODE = /(?<!\.d)\.tsx?$/;
const ENTRIES = ['src/web.ts', 'src/worker.ts', 'src/admin.ts'];
const COMPOSITION = /^src\/app\/|^src\/features\/index\.ts$/;
const FROM = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
/** Type assertions, other than `as const`, and the non-null `!`. */
const CASTS = [/[\w)\]}'"`]\s+as\s+(?!const\b)[A-Za-z({['"]/g, /[\w)\]]!(?=[.;,)\]])/g];
const EXPORT = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type)\s+\w/gm;

const listed = execFileSync('git', ['ls-files', '-z', 'src', 'islands', 'views'], { cwd: ROOT, encoding: 'utf8' });
const sources = new Map(
  listed
    .split('\0')
    .filter((file) => CODE.test(file))
    .map((file) => [file, withoutComments(readFileSync(join(ROOT, file), 'utf8'))]),
);
const imports = new Map([...sources].map(([file, code]) => [file, importsOf(file, code)]));

console.log(`source files: ${sources.size}`);
console.log(`folders in a cycle: ${foldersInCycles()}`);
for (const file of ENTRIES) console.log(`imports of ${file}: ${imports.get(file)?.length ?? 0}`);
for (const [file, found] of imports) if (COMPOSITION.test(file)) console.log(`imports of ${file}: ${found.length}`);
const doors = [...sources].filter(([file]) => /^src\/features\/events\/[^/]+\.service\.ts$/.test(file));
const exported = doors.map(([, code]) => code.match(EXPORT)?.length ?? 0);
console.log(
  `exports of the services of events: ${sum(exported)} in ${doors.length} files, at most ${Math.max(...exported)}`,
);
const casts = new Map();
for (const [file, code] of sources) {
  const found = sum(CASTS.map((pattern) => withoutText(code).match(pattern)?.length ?? 0));
  const place = /\.model\.ts$/.test(file)
    ? 'models'
    : file
        .split('/')
        .slice(0, file.startsWith('src/') ? 2 : 1)
        .join('/');
  if (found > 0) casts.set(place, (casts.get(place) ?? 0) + found);
}
const words = [...casts].map(([place, found]) => `${place} ${found}`).join(', ');
console.log(`casts: ${sum([...casts.values()])} (${words})`);

/** @param {string} code */
function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Without quoted text and the text between tags, where “as” is a word. */
function withoutText(code) {
  return code
    .split('\n')
    .filter((line) => !/^\s*(?:import|export)\b.*\bas\b|^\s*(?:type )?\w+ as \w+,?$/.test(line))
    .join('\n')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`[^`]*`/g, (text) => (text.match(/\$\{[^}]*\}/g) ?? []).join(' '))
    .replace(/>[^<>{}=();]*</g, '><')
    .replace(/^[^={}();<>]*\bas\b[^={}();<>]*$/gm, '');
}

/** @returns {string[]} files */
function importsOf(file, code) {
  return [...code.matchAll(FROM)].map(([, path = '']) => posix.join(posix.dirname(file), path));
}

/** How many folders can be reached from themselves. */
function foldersInCycles() {
  const edges = new Map();
  for (const [file, found] of imports)
    for (const to of found) {
      const [from, onto] = [dirname(file), dirname(to)];
      if (from !== onto) edges.set(from, (edges.get(from) ?? new Set()).add(onto));
    }
  const reaches = (from) => {
    const seen = new Set();
    for (const rest = [from]; rest.length > 0; )
      for (const next of edges.get(rest.pop()) ?? []) if (!seen.has(next)) rest.push(next) && seen.add(next);
    return seen;
  };
  return [...edges.keys()].filter((folder) => reaches(folder).has(folder)).length;
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
