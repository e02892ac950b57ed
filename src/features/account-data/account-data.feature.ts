import { defineFeature } from '../../platform/manifest/feature.ts';
import { accountDataForms } from './account-data.forms.ts';
import { accountData as accountDataPart } from './account-data.parts.ts';
import { accountDataRoutes } from './account-data.routes.ts';
import { purgeAccounts } from './account-deletion.service.ts';

/** What a person has a right to: to go, to stay after all, and to take their data along. */
export const accountData = defineFeature({
  name: 'account-data',
  routes: [accountDataRoutes],
  forms: accountDataForms,
  cleanUp: [() => purgeAccounts()],
  needs: [accountDataPart],
});
