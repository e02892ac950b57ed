import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms, bundleTests, PROGRAMS } from '../test-programs.mjs';

/**
 * Bundles tests and programs once for all processes of a run; below `node_modules`, where the bundles find their packages.
 * They are deleted when this process ends.
 *
 * @param {string} root also the working folder
 * @param {string[]} files such as `test/unit/chat.test.ts`
 * @returns {Promise<{ env: Record<string, string>, testFiles: import('./mocha.mjs').TestFile[] }>} what `runFiles` takes
 */
export async function bundleRun(root, files) {
  const folder = join(root, 'node_modules/.cache', `test-run-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const env = { TEST_PROGRAMS: join(folder, 'programs'), TEST_BUNDLES: join(folder, 'tests') };
  const [bundleOf] = await Promise.all([
    bundleTests(files, env.TEST_BUNDLES),
    bundlePrograms(Object.keys(PROGRAMS), env.TEST_PROGRAMS),
  ]);
  return { env, testFiles: files.map((file) => ({ file, path: bundleOf(file) })) };
}
