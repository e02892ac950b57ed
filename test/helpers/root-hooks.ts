import { stopMongoServer } from './mongo-server.ts';
import { removeTempFolders } from './temp-folder.ts';

/** What the whole run shares is given back at its end. */
export const mochaHooks = {
  async afterAll() {
    await stopMongoServer();
    removeTempFolders();
  },
};
