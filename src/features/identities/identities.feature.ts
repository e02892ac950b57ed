import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { listPasskeys } from '../two-factor/passkeys.service.ts';
import { secondFactorState } from '../two-factor/second-factor.service.ts';
import { identityForms } from './identities.forms.ts';
import { identityRoutes } from './identities.routes.ts';
import { forgetIdentities, listIdentities } from './identities.service.ts';

/** Identities: accounts at providers by which people sign in. */
export const identities = defineFeature({
  name: 'identities',
  routes: [identityRoutes],
  forms: identityForms,
  accountData: {
    fields: { 'identities.email': byAccount('waysIn') },
    export: {
      waysIn: async (userId) => ({
        secondFactor: await secondFactorState(userId),
        identities: await listIdentities(userId),
        passkeys: await listPasskeys(userId),
      }),
    },
    async purge({ userId }) {
      await forgetIdentities(userId);
    },
  },
});
