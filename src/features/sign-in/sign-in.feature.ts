import { defineFeature } from '../../platform/manifest/feature.ts';
import { signInForms } from './sign-in.forms.ts';
import { providerSignIn } from './sign-in.parts.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signInLinkRoutes } from './sign-in-link.routes.ts';

/** The ways in: password, mailed link, Google and Apple, and the second step. */
export const signIn = defineFeature({
  name: 'sign-in',
  routes: [signInRoutes, signInLinkRoutes],
  forms: signInForms,
  needs: [providerSignIn],
});
