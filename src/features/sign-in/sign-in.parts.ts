import type { ProviderSignIn } from '../../integrations/provider-sign-in.ts';
import { part } from '../../platform/part.ts';

/** Google and Apple, as far as they are configured. */
export const providerSignIn = part<ProviderSignIn>('sign-in by providers', ['web']);
