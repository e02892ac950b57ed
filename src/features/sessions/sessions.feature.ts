import { defineFeature } from '../../platform/manifest/feature.ts';
import { forgetDevices } from './known-devices.service.ts';
import { sessionForms } from './sessions.forms.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { endSignIns, exportSignIns } from './sign-ins.service.ts';

/** Sign-ins, and the browsers that accounts know. */
export const sessions = defineFeature({
  name: 'sessions',
  routes: [sessionRoutes],
  forms: sessionForms,
  accountData: {
    export: { signIns: exportSignIns },
    async purge({ userId }) {
      await endSignIns(userId);
      await forgetDevices(userId);
    },
  },
});
