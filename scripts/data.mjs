import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadEnvironment, practiseIn, varDirOf } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { setUp } from './setup.mjs';

// `npm run backup`, `restore`, `export` and `import` for this copy's data, whether the app runs or not.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const USAGE = {
  backup: `Usage: npm run backup -- FILE [--since EARLIER]

  FILE             the archive to write; an earlier backup there is replaced once the new one is complete
  --since EARLIER  leave out files that this earlier archive has; to restore, keep both in one folder`,
  restore: `Usage: npm run restore -- FILE [--replace] [--practice DIR]

  --replace        also where there is data already, which is kept beside it
  --practice DIR   into this folder, whatever database and store the site has; then npm start -- --practice DIR`,
  export: `Usage: npm run export -- DIR

  DIR              a new folder: one file of Extended JSON a collection, as mongoexport writes them`,
  import: `Usage: npm run import -- DIR [--add]

  --add            also into a database that is not empty; what is there stays`,
};
const FLAGS = {
  backup: { since: { type: 'string' } },
  restore: { replace: { type: 'boolean' }, practice: { type: 'string' } },
  export: {},
  import: { add: { type: 'boolean' } },
};

const [verb = '', ...args] = process.argv.slice(2);
const { path, values } = read();
checkNode();
loadEnvironment(ROOT);
if (values.practice !== undefined) practiseIn(values.practice);
// Backups contain everything, so they are readable by this user only.
process.umask(0o077);
if (!existsSync(join(ROOT, 'node_modules'))) setUp();
if (!existsSync(join(ROOT, 'dist/backup.js'))) {
  const { buildServer } = await import('./build/server.mjs');
  await buildServer({ root: ROOT });
}

const { createSteps } = await import('./data/steps.mjs');
const { CommandFailed } = await import('./run/command-failed.mjs');
const { completeRestore } = await import('./run/with-database.mjs');
const steps = createSteps({ root: ROOT, varDir: varDirOf(ROOT) });
try {
  await completeRestore(steps.varDir, `npm run ${verb}`);
  const here = process.env.INIT_CWD ?? process.cwd();
  const file = resolve(here, path);
  if (verb === 'backup') {
    const { writeBackup } = await import('./data/backup.mjs');
    await writeBackup(steps, file, { since: values.since && resolve(here, values.since) });
  } else if (verb === 'restore') {
    const { restoreBackup } = await import('./data/restore.mjs');
    await restoreBackup(steps, file, values);
  } else {
    const { exportTo, importFrom } = await import('./data/move.mjs');
    await (verb === 'export' ? exportTo(steps, file) : importFrom(steps, file, values));
  }
} catch (error) {
  if (error.message) console.error(error instanceof CommandFailed || error.code ? error.message : error);
  process.exitCode = steps.isInterrupted() ? 130 : 1;
}

/** Parses the command line; exits when it is invalid. */
function read() {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...FLAGS[verb], help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) {
      console.log(USAGE[verb]);
      process.exit(0);
    }
    if (positionals.length === 1) return { path: positionals[0], values };
    console.error(`Name one path.\n\n${USAGE[verb]}`);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE[verb]}`);
  }
  process.exit(2);
}
