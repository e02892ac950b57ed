import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|txt|map|webmanifest)$/;

/** Every file below `folder` as a path that starts with it, in a stable order; none if the folder does not exist. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Ten hexadecimal characters that name this content. */
export function contentHash(...contents) {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 10);
}

/** One hash over the names and contents of files, to see whether anything changed. */
export function inputsHash(files, ...extra) {
  return contentHash(...extra, ...files.flatMap((file) => [file, readFileSync(file)]));
}

/** How long files outlive the last build that made them: an app that runs from them, or a page in a browser, still asks. */
const STALE_AFTER = 24 * 60 * 60 * 1000;

/**
 * Removes files that no build has made for a day; what this build made counts as made now.
 *
 * @param {string[]} files all that are there
 * @param {Set<string>} made by this build
 */
export function removeStale(files, made) {
  const now = new Date();
  for (const file of files) {
    if (made.has(file)) utimesSync(file, now, now);
    else if (now.getTime() - statSync(file).mtimeMs > STALE_AFTER) rmSync(file);
  }
}

/** Written beside and renamed, so that a reader sees the old file or the new one, never a half. */
export function writeWhole(file, content) {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

/** Writes `.br` and `.gz` beside each text file that lacks them. Names carry a hash, so what exists is right. */
export async function compressBeside(files) {
  for (const file of files) {
    if (!TEXT.test(file) || statSync(file).size < 256) continue;
    const content = readFileSync(file);
    if (!existsSync(`${file}.br`)) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeWhole(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    }
    if (!existsSync(`${file}.gz`)) writeWhole(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
