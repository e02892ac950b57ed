import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'static/css');

/** One file of `static/css`. */
export interface StyleSheet {
  /** From `static/css`, e.g. `ui/clip-tile.css`. */
  file: string;
  /** The file's name: its classes start with it. */
  block: string;
  /** Complex selectors that name a class, without strings and comments. */
  selectors: string[];
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

export function readSheet(file: string): StyleSheet {
  const heads = read(file)
    .replace(/"[^"]*"/g, '""')
    .matchAll(/([^{};]+)\{/g);
  const selectors = [...heads]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => selector.replace(/\s+/g, ' ').trim())
    .filter((selector) => classesIn(selector).length > 0);
  return { file, block: basename(file, '.css'), selectors };
}

export function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name);
}

/** `clip-tile` of `clip-tile__name` and `clip-tile--late`. */
export function blockOf(name: string): string {
  return name.split(/__|--/)[0] ?? name;
}

/** The sheets of building blocks and of pages. */
export function blockSheets(): StyleSheet[] {
  return ['ui', 'pages'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder)).map((name) => readSheet(`${folder}/${name}`)),
  );
}

export function entryNames(): string[] {
  return readdirSync(join(FOLDER, 'entries')).map((name) => basename(name, '.css'));
}

/** Everything that an entry or another sheet imports, e.g. `ui/button.css`. */
export function importsOf(file: string): string[] {
  const direct = [...read(file).matchAll(/@import "([^"]+)"/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
  return direct.flatMap((path) => [path, ...importsOf(path)]);
}
