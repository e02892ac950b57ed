import * as z from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import { codeBeside } from '../../shared/contracts/accounts.ts';
import { PROVIDERS } from '../../shared/contracts/identities.ts';
import type { SettingsPages } from '../users/form-pages.service.ts';
import { own } from '../users/own-account.service.ts';
import { unlinkIdentityAction } from './identities.routes.ts';

const PAGE = '/settings/profile';

/** Identities, as the settings post them without script. */
export function identityForms(pages: SettingsPages<'providers'>): Form[] {
  return [
    form(unlinkIdentityAction, {
      path: `${PAGE}/providers/disconnect`,
      body: codeBeside.extend({ provider: z.enum(PROVIDERS) }),
      input: ({ viewer, body }) => ({ params: { ...own({ viewer }), provider: body.provider }, body }),
      done: () => `${PAGE}?saved=disconnected#security`,
      failed: (refused) => pages.showSettings('providers', refused),
    }),
  ];
}
