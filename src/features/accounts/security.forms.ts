import { z } from 'zod';
import { signedIn } from '../../platform/http/access.ts';
import { type Form, form } from '../../platform/http/forms.ts';
import { codeBeside } from '../../shared/contracts/accounts.ts';
import { objectId } from '../../shared/contracts/common.ts';
import { PROVIDERS } from '../../shared/contracts/identities.ts';
import { passkeyNameBody } from '../../shared/contracts/passkeys.ts';
import { codeBody } from '../../shared/contracts/second-factor.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import type { SettingsPages } from './account-pages.forms.ts';
import { refuseImpersonated } from './audit/impersonation.service.ts';
import { removePasskey, renamePasskey } from './second-step/passkeys.service.ts';
import { confirmSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from './second-step/second-factor.service.ts';
import { rememberSecondStep, requireRecentProof } from './sign-in/recent-proof.ts';
import { requireFresh } from './sign-in/sign-in.ts';
import { unlinkIdentity } from './ways-in/identities.service.ts';

const PAGE = '/settings/profile';

/** The ways into an account, as the settings post them without script. */
export function securityForms(pages: SettingsPages): Form[] {
  return [
    form({
      path: `${PAGE}/providers/disconnect`,
      limit: 'sign-in',
      body: codeBeside.extend({ provider: z.enum(PROVIDERS) }),
      async handle({ body, viewer, req }) {
        const user = self(viewer);
        await requireRecentProof(req, user.id, body.code);
        await unlinkIdentity(user, body.provider, viewer.ip);
        return `${PAGE}?saved=disconnected#security`;
      },
      refused: (refused) => pages.showSettings('providers', refused),
    }),
    form({
      path: `${PAGE}/passkeys/rename`,
      body: passkeyNameBody.extend({ id: objectId }),
      async handle({ body, viewer }) {
        await renamePasskey(self(viewer).id, body.id, body.name);
        return `${PAGE}?saved=passkey-renamed#security`;
      },
      refused: (refused) => pages.showSettings('passkey', refused),
    }),
    form({
      path: `${PAGE}/passkeys/remove`,
      limit: 'sign-in',
      body: codeBeside.extend({ id: objectId }),
      async handle({ body, viewer, req }) {
        const user = self(viewer);
        await requireRecentProof(req, user.id, body.code);
        await removePasskey(user, body.id, viewer.ip);
        return `${PAGE}?saved=passkey-removed#security`;
      },
      refused: (refused) => pages.showSettings('passkey', refused),
    }),
    form({
      path: '/settings/second-step',
      limit: 'sign-in',
      body: codeBody,
      async handle({ body, viewer, req, res }) {
        const user = self(viewer);
        requireFresh(req);
        const { recoveryCodes, secondStep } = await confirmSecondFactor(user, body.code, viewer.ip);
        await rememberSecondStep(req, secondStep);
        await pages.showRecoveryCodes({ req, res, viewer, codes: recoveryCodes, isFirst: true });
        return null;
      },
      refused: pages.showSetup,
    }),
    form({
      path: '/settings/second-step/recovery-codes',
      limit: 'sign-in',
      body: codeBody,
      async handle({ body, viewer, req, res }) {
        const user = self(viewer);
        requireFresh(req);
        const codes = await renewRecoveryCodes(user, body.code, viewer.ip);
        await pages.showRecoveryCodes({ req, res, viewer, codes, isFirst: false });
        return null;
      },
      refused: (refused) => pages.showSettings('recovery-codes', refused),
    }),
    form({
      path: '/settings/second-step/off',
      limit: 'sign-in',
      body: codeBody,
      async handle({ body, viewer, req }) {
        const user = self(viewer);
        requireFresh(req);
        await turnOffSecondFactor(user, body.code, viewer.ip);
        return `${PAGE}?saved=second-step-off#security`;
      },
      refused: (refused) => pages.showSettings('second-step-off', refused),
    }),
  ];
}

function self(viewer: Viewer): ViewerUser {
  const user = signedIn(viewer);
  refuseImpersonated(viewer);
  return user;
}
