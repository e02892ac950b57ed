import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Shared code that commands use: contracts, API client, limits and texts. */
const CONTENTS = `
export { createApiClient } from './api-client.ts';
export { judgeFile } from './file-limits.ts';
export { bytes } from './format.ts';
export { NAME_MAX, UPLOAD } from './limits.ts';
export { OCCASION_TYPES, OCCASIONS } from './occasions.ts';
export * as accounts from './contracts/accounts.ts';
export * as checkout from './contracts/checkout.ts';
export * as events from './contracts/events.ts';
export * as films from './contracts/films.ts';
export * as media from './contracts/media.ts';
export * as tracks from './contracts/tracks.ts';
`;

/**
 * Bundles the shared TypeScript for plain Node.
 *
 * @param {string} root folder of the project
 */
export async function loadShared(root) {
  // Imported from a file: errors would print a whole `data:` URL.
  const folder = await mkdtemp(join(tmpdir(), 'vidday-shared-'));
  const outfile = join(folder, 'shared.mjs');
  try {
    await build({
      stdin: { contents: CONTENTS, resolveDir: join(root, 'src/shared') },
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
