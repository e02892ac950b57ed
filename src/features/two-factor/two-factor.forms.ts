import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { codeBeside } from '../../shared/contracts/accounts.ts';
import { objectId } from '../../shared/contracts/common.ts';
import { passkeyNameBody } from '../../shared/contracts/passkeys.ts';
import { codeBody, turnOffBody } from '../../shared/contracts/second-factor.ts';
import type { SettingsPages } from '../users/form-pages.service.ts';
import { own } from '../users/own-account.service.ts';
import { removePasskeyAction, renamePasskeyAction } from './passkeys.routes.ts';
import {
  confirmSecondFactorAction,
  renewRecoveryCodesAction,
  turnOffSecondFactorAction,
} from './second-factor.routes.ts';

const PAGE = '/settings/profile';

/** What the settings show of the second step besides themselves. */
export interface SecondStepPages {
  /** The second step's setup with a code that was wrong. */
  showSetup(form: RefusedForm): Promise<void> | void;
  /** Codes that are shown this once. */
  showRecoveryCodes(shown: RecoveryCodes): Promise<void> | void;
}

export interface RecoveryCodes extends Pick<RefusedForm, 'req' | 'res' | 'viewer'> {
  codes: string[];
  /** The second step was turned on just now; otherwise only its codes are new. */
  isFirst: boolean;
}

type Pages = SettingsPages<'passkey' | 'second-step-off' | 'recovery-codes'> & SecondStepPages;

/** Passkeys and the second step, as the settings post them without script. */
export function twoFactorForms(pages: Pages): Form[] {
  return [
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
