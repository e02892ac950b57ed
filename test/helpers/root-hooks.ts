import { hashCheaply } from './cheap-hashing.ts';
import { killCommands } from './command.ts';
import { stopMongoServer } from './mongo-server.ts';
import { collectQueryShapes, unservedShapes } from './query-shapes.ts';
import { removeTempFolders } from './temp-folder.ts';
import { endWorkerProcesses } from './worker-processes.ts';

// Each browser and each command that a test starts sees to its end when the run ends; that is no leak.
process.setMaxListeners(50);
// A run that is stopped ends what it has started and removes what it has made, as at its end: by its exit listeners.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
collectQueryShapes();
hashCheaply();

/** What the whole run shares is given back at its end. */
export const mochaHooks = {
  async afterAll() {
    killCommands();
    await endWorkerProcesses();
    await stopMongoServer();
    removeTempFolders();
    const unserved = unservedShapes();
    if (unserved.length > 0) throw new Error(`No index serves these queries:\n${unserved.join('\n')}`);
  },
};
