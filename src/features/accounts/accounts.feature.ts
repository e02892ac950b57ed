import { impersonationEnded } from '../../platform/http/sessions.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import type { AccountPages, SettingsPages } from '../account-screens.ts';
import { defineFeature } from '../feature.ts';
import { byAccount, exempt } from '../personal-data.ts';
import { accountDataForms } from './account-data/account-data.forms.ts';
import { accountData } from './account-data/account-data.parts.ts';
import { accountDataRoutes } from './account-data/account-data.routes.ts';
import { purgeAccounts } from './account-data/account-deletion.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { accountJobs } from './credentials/job-types.ts';
import { identityRoutes } from './identities/identities.routes.ts';
import { impersonationForms } from './impersonation/impersonation.forms.ts';
import { impersonationRoutes } from './impersonation/impersonation.routes.ts';
import { noteImpersonationEnd } from './impersonation/impersonation.service.ts';
import { mailCheckRoutes } from './mail-preferences/mail-check.routes.ts';
import { countryRoutes } from './profiles/countries.routes.ts';
import { pictureRouter } from './profiles/pictures.router.ts';
import { PICTURE_FILES, resolvePicture } from './profiles/pictures.service.ts';
import { settingsForms } from './profiles/profiles.forms.ts';
import { profileRoutes } from './profiles/profiles.routes.ts';
import { recoveryForms } from './recovery/recovery.forms.ts';
import { linkWork } from './recovery/reset-password.service.ts';
import { accountForms } from './sign-in/sign-in.forms.ts';
import { accountsRoutes } from './sign-in/sign-in.routes.ts';
import { signInLinkRoutes } from './sign-in/sign-in-link.routes.ts';
import { passkeyRoutes } from './two-factor/passkeys.routes.ts';
import { secondFactorRoutes } from './two-factor/second-factor.routes.ts';
import { securityForms } from './two-factor/two-factor.forms.ts';
import { accountSections } from './users/export-user.ts';
import { usersRoutes } from './users/users.routes.ts';

/** Users: how they sign in, who they are, what was done in their name, and how they leave. */
export const accounts = defineFeature({
  name: 'accounts',
  routes: [
    accountsRoutes,
    identityRoutes,
    signInLinkRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    usersRoutes,
    accountDataRoutes,
    auditRoutes,
    impersonationRoutes,
    profileRoutes,
    countryRoutes,
    mailCheckRoutes,
  ],
  forms: (screens: AccountPages & SettingsPages) => [
    ...accountForms(screens),
    ...recoveryForms(screens),
    ...settingsForms(screens),
    ...securityForms(screens),
    ...accountDataForms(screens.renderError),
    ...impersonationForms(screens.renderError),
  ],
  routers: (deps) => [pictureRouter(deps)],
  files: { [PICTURE_FILES]: resolvePicture },
  jobs: handles(accountJobs, { link: linkWork }),
  cleanUp: [() => purgeAccounts()],
  accountData: {
    fields: {
      'users.email': byAccount('account'),
      'users.firstName': byAccount('account'),
      'users.lastName': byAccount('account'),
      'users.pendingEmail.email': byAccount('account'),
      'user_profiles.phone': byAccount('profile'),
      'identities.email': byAccount('waysIn'),
      'passkeys.name': byAccount('waysIn'),
      'one_time_tokens.email': exempt('Short-lived; goes with the account or when the link expires.'),
    },
    export: accountSections,
  },
  onEvent: [impersonationEnded.does(noteImpersonationEnd)],
  needs: [accountData],
});
