import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, isMissing } from './fs-errors.ts';

/**
 * The secret in `folder/secret`, created if missing with mode 600. Of processes that start together, the first one
 * wins.
 */
export function keptSecret(folder: string): string {
  const path = join(folder, 'secret');
  const kept = readKept(path);
  if (kept) return kept;
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKept(path);
  if (!made) throw new Error(`The secret in ${path} is empty or too short; remove the file and start again`);
  return made;
}

function readKept(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
