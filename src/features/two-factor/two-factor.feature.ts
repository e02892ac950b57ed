import { viewersPart } from '../../platform/http/viewers.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { createViewers } from '../sessions/session-viewers.service.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { forgetPasskeys } from './passkeys.service.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { forgetSecondFactor } from './second-factor.service.ts';
import { twoFactorForms } from './two-factor.forms.ts';
import { loadViewerUser } from './viewer-user.service.ts';

/** Two-factor: codes of an app, recovery codes, and passkeys, which count as both steps. */
export const twoFactor = defineFeature({
  name: 'two-factor',
  routes: [secondFactorRoutes, passkeyRoutes],
  forms: twoFactorForms,
  needs: [viewersPart],
  provides: ({ web }) => (web ? [viewersPart.is(createViewers(loadViewerUser))] : []),
  accountData: {
    fields: { 'passkeys.name': byAccount('waysIn') },
    async purge({ userId }) {
      await forgetPasskeys(userId);
      await forgetSecondFactor(userId);
    },
  },
});
