import { stopMongoServer } from './mongo-server.ts';
import { removeTempFolders } from './temp-folder.ts';

// Each browser and each command that a test starts sees to its end when the run ends; that is no leak.
process.setMaxListeners(50);

/** What the whole run shares is given back at its end. */
export const mochaHooks = {
  async afterAll() {
    await stopMongoServer();
    removeTempFolders();
  },
};
