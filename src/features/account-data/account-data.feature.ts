import { defineFeature } from '../../platform/manifest/feature.ts';
import { accountDataForms } from './account-data.forms.ts';
import { accountData as accountDataPart } from './account-data.parts.ts';
import { accountDataRoutes } from './account-data.routes.ts';
import { purgeAccounts } from './account-deletion.service.ts';
import { combineAccountData } from './combine-account-data.ts';

/** Deleting an account, keeping it after all, and the copy of one person's data. */
export const accountData = defineFeature({
  name: 'account-data',
  routes: [accountDataRoutes],
  forms: accountDataForms,
  cleanUp: [() => purgeAccounts()],
  needs: [accountDataPart],
  provides: ({ features }) => [accountDataPart.is(combineAccountData(features))],
});
