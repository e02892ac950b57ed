import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Lists every island; a page holds those it names. */
const REGISTRY = 'islands/registry.ts';
/** Parts that bring a sheet of their own when they are opened, by its entry. */
const WITH_OWN_SHEET = { chat: 'islands/chat/chat-widget.tsx', bell: 'islands/news/bell-popover.tsx' };
const OPENED: readonly string[] = Object.values(WITH_OWN_SHEET);

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Views and islands, as paths from the project's folder. */
export function markupFiles(): string[] {
  return ['views', 'islands'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

/** Classes that a file gives to elements; `*` stands for what is put in at run time, as in `button--*`. */
export function classesOf(file: string): string[] {
  const code = read(file);
  const found = [...code.matchAll(/\b(?:className|\w+Class)="([^"]*)"/g)].map(([, words = '']) => words);
  // Markup in a string, as in the loader.
  found.push(...[...code.matchAll(/<\w+ class=([\w-]+)/g)].map(([, word = '']) => word));
  for (const { index, 0: start } of code.matchAll(/\b(?:className|\w+Class)=\{|\bcx\(/g)) {
    const inside = bracket(code, index + start.length);
    if (!inside.includes('-hint`')) found.push(...stringsIn(inside));
  }
  return [...new Set(found.flatMap((words) => words.split(/\s+/)))].filter(Boolean);
}

/** Code up to the bracket that closes the one before `start`. */
function bracket(code: string, start: number): string {
  let end = start;
  for (let depth = 1; depth > 0; end++) {
    if ('({'.includes(code[end] ?? '')) depth++;
    if (')}'.includes(code[end] ?? ')')) depth--;
  }
  return code.slice(start, end - 1);
}

/** String literals, but not those that something is compared with. */
function stringsIn(code: string): string[] {
  return [...code.matchAll(/([!=]==\s*)?(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)(?!\s*[!=]==)/g)]
    .filter(([, compared]) => !compared)
    .map(([, , one, two, three]) => (one ?? two ?? three ?? '').replace(/\$\{[^}]*\}/g, '*'));
}

/** Every word with `__` or `--` in a string: classes may be in a table. */
export function wordsLikeClasses(file: string): string[] {
  return [...read(file).matchAll(/(?<=['"`\s])[a-z][\w-]*(?:__|--)[a-z0-9][\w-]*(?=['"`\s])/g)].map(([word]) => word);
}

/** Blocks whose elements are styled without a class. */
export function bareBlocksOf(file: string): string[] {
  return read(file).includes('<progress') ? ['progress'] : [];
}

/** A page and every view and island that can be in it. */
export function partsOf(page: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || file === REGISTRY || (OPENED.includes(file) && page !== file)) return;
    if (!/^(views|islands)\//.test(file)) return;
    seen.add(file);
    const code = read(file);
    const imports = code.matchAll(
      /\b(?:import|export)\s+(?!type\b)[^;'"]*?from\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g,
    );
    for (const [, path, lazy] of imports) visit(posix.join(posix.dirname(file), path ?? lazy ?? ''));
    for (const [, name = ''] of code.matchAll(/<Island\s+name="([\w-]+)"/g)) visit(islandFile(name));
  };
  visit(page);
  return seen;
}

let islandFiles: Map<string, string> | null = null;

function islandFile(name: string): string {
  islandFiles ??= new Map(
    markupFiles()
      .filter((file) => file.endsWith('.island.tsx'))
      .map((file) => [basename(file, '.island.tsx'), file]),
  );
  const file = islandFiles.get(name);
  if (!file) throw new Error(`There is no island ${name}`);
  return file;
}

/** Pages by the entry that they load. A page that names none has `site`; those in `views/door` have `door`. */
export function pagesByEntry(): Map<string, string[]> {
  const pages = new Map(Object.entries(WITH_OWN_SHEET).map(([entry, file]) => [entry, [file]]));
  for (const file of markupFiles().filter((each) => each.endsWith('.page.tsx'))) {
    const entry = /\bsheet: '([\w-]+)'/.exec(read(file))?.[1] ?? (file.startsWith('views/door/') ? 'door' : 'site');
    pages.set(entry, [...(pages.get(entry) ?? []), file]);
  }
  return pages;
}
