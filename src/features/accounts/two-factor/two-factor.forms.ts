import { z } from 'zod';
import { type Form, form } from '../../../platform/http/forms.ts';
import { codeBeside } from '../../../shared/contracts/accounts.ts';
import { objectId } from '../../../shared/contracts/common.ts';
import { PROVIDERS } from '../../../shared/contracts/identities.ts';
import { passkeyNameBody } from '../../../shared/contracts/passkeys.ts';
import { codeBody, turnOffBody } from '../../../shared/contracts/second-factor.ts';
import { own, type SettingsPages } from '../../account-screens.ts';
import { unlinkIdentityAction } from '../identities/identities.routes.ts';
import { removePasskeyAction, renamePasskeyAction } from './passkeys.routes.ts';
import {
  confirmSecondFactorAction,
  renewRecoveryCodesAction,
  turnOffSecondFactorAction,
} from './second-factor.routes.ts';

const PAGE = '/settings/profile';

/** The ways into an account, as the settings post them without script. */
export function securityForms(pages: SettingsPages): Form[] {
  return [
    form(unlinkIdentityAction, {
      path: `${PAGE}/providers/disconnect`,
      body: codeBeside.extend({ provider: z.enum(PROVIDERS) }),
      input: ({ viewer, body }) => ({ params: { ...own({ viewer }), provider: body.provider }, body }),
      done: () => `${PAGE}?saved=disconnected#security`,
      failed: (refused) => pages.showSettings('providers', refused),
    }),
    form(renamePasskeyAction, {
      path: `${PAGE}/passkeys/rename`,
      body: passkeyNameBody.extend({ id: objectId }),
      input: ({ viewer, body }) => ({ params: { ...own({ viewer }), passkeyId: body.id }, body }),
      done: () => `${PAGE}?saved=passkey-renamed#security`,
      failed: (refused) => pages.showSettings('passkey', refused),
    }),
    form(removePasskeyAction, {
      path: `${PAGE}/passkeys/remove`,
      body: codeBeside.extend({ id: objectId }),
      input: ({ viewer, body }) => ({ params: { ...own({ viewer }), passkeyId: body.id }, body }),
      done: () => `${PAGE}?saved=passkey-removed#security`,
      failed: (refused) => pages.showSettings('passkey', refused),
    }),
    form(confirmSecondFactorAction, {
      path: '/settings/second-step',
      body: codeBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      async done({ data, req, res, viewer }) {
        await pages.showRecoveryCodes({ req, res, viewer, codes: data.recoveryCodes, isFirst: true });
        return null;
      },
      failed: pages.showSetup,
    }),
    form(renewRecoveryCodesAction, {
      path: '/settings/second-step/recovery-codes',
      body: codeBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      async done({ data, req, res, viewer }) {
        await pages.showRecoveryCodes({ req, res, viewer, codes: data.recoveryCodes, isFirst: false });
        return null;
      },
      failed: (refused) => pages.showSettings('recovery-codes', refused),
    }),
    form(turnOffSecondFactorAction, {
      path: '/settings/second-step/off',
      body: turnOffBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => `${PAGE}?saved=second-step-off#security`,
      failed: (refused) => pages.showSettings('second-step-off', refused),
    }),
  ];
}
