import { addSearchWords } from '../../platform/database/search-words.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { userSections } from './export-user.ts';
import { searchedTexts } from './user.model.ts';
import { purgeUser } from './user-deletion.service.ts';
import { usersRoutes } from './users.routes.ts';

/** People with an account: address, names, role. */
export const users = defineFeature({
  name: 'users',
  routes: [usersRoutes],
  accountData: {
    fields: {
      'users.email': byAccount('account'),
      'users.firstName': byAccount('account'),
      'users.lastName': byAccount('account'),
      'users.pendingEmail.email': byAccount('account'),
    },
    export: userSections,
    purge: purgeUser,
  },
  migrations: [addSearchWords({ number: 83, collection: 'users' }, searchedTexts)],
});
