import { impersonationEnded } from '../../platform/http/sessions.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount, exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import type { AccountPages, SettingsPages } from './account-pages.forms.ts';
import { accountForms } from './accounts.forms.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { impersonationForms } from './audit/impersonation.forms.ts';
import { impersonationRoutes } from './audit/impersonation.routes.ts';
import { noteImpersonationEnd } from './audit/impersonation.service.ts';
import { accountDataForms } from './data/account-data.forms.ts';
import { accountData } from './data/account-data.parts.ts';
import { accountDataRoutes } from './data/account-data.routes.ts';
import { purgeAccounts } from './data/account-deletion.service.ts';
import { accountSections } from './data/account-export.sections.ts';
import { accountJobs } from './job-types.ts';
import { linkWork } from './links/account-links.service.ts';
import { signInLinkRoutes } from './links/sign-in-link.routes.ts';
import { mailCheckRoutes } from './mail/mail-check.routes.ts';
import { countryRoutes } from './profiles/countries.routes.ts';
import { pictureRouter } from './profiles/pictures.router.ts';
import { PICTURE_FILES, resolvePicture } from './profiles/pictures.service.ts';
import { profileRoutes } from './profiles/profiles.routes.ts';
import { recoveryForms } from './recovery.forms.ts';
import { passkeyRoutes } from './second-step/passkeys.routes.ts';
import { secondFactorRoutes } from './second-step/second-factor.routes.ts';
import { securityForms } from './security.forms.ts';
import { settingsForms } from './settings.forms.ts';
import { usersRoutes } from './users.routes.ts';
import { identityRoutes } from './ways-in/identities.routes.ts';

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
