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

/** All files below `folder` with its path, in a stable order; none if it does not exist. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Content hash of ten hexadecimal characters. */
export function contentHash(...contents) {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 10);
}

/** Hash of the names and contents of files, to detect changes. */
export function inputsHash(files, ...extra) {
  return contentHash(...extra, ...files.flatMap((file) => [file, readFileSync(file)]));
}

/** How long to keep files of earlier builds, which running apps and open pages still request, in milliseconds. */
const STALE_AFTER = 24 * 60 * 60 * 1000;

/**
 * Removes files that no build has produced for a day.
 *
 * @param {string[]} files all existing files
 * @param {Set<string>} made by this build
 */
export function removeStale(files, made) {
  const now = new Date();
  for (const file of files) {
    if (made.has(file)) utimesSync(file, now, now);
    else if (now.getTime() - statSync(file).mtimeMs > STALE_AFTER) rmSync(file);
  }
}

/** Writes to a temporary file and renames it, so that readers never see part of it. */
export function writeWhole(file, content) {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

/** Writes missing `.br` and `.gz` variants of text files. Names are hashed, so existing variants are current. */
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
