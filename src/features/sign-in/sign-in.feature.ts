import { loadOpenIdSandbox, openIdSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { providerRouter } from './provider-sign-in.router.ts';
import { signInForms } from './sign-in.forms.ts';
import { providerSignIn } from './sign-in.parts.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signInLinkRoutes } from './sign-in-link.routes.ts';
import { startSignInProviders } from './start-providers.ts';

/** The ways in: password, mailed link, Google and Apple, and the second step. */
export const signIn = defineFeature({
  name: 'sign-in',
  routes: [signInRoutes, signInLinkRoutes],
  forms: signInForms,
  routers: (deps) => [providerRouter(deps)],
  loads: async (config, process) => process === 'web' && loadOpenIdSandbox(config),
  needs: [providerSignIn, openIdSandbox],
  provides: async ({ config, web }) => (web ? startSignInProviders(config) : []),
});
