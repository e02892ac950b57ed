import { provideSignIn } from '../features/accounts/ways-in/ways-in.service.ts';
import { createApple } from '../integrations/apple.ts';
import { createGoogle } from '../integrations/google.ts';
import { ProviderSignIn } from '../integrations/provider-sign-in.ts';
import type { OpenIdSandbox } from '../integrations/sandbox/oidc.ts';
import type { Sandboxes } from '../integrations/sandboxes.ts';
import type { Config } from '../platform/config.ts';

/** Google and Apple where keys are configured; otherwise the sandbox, if it is switched on. */
export async function startSignInProviders(
  config: Config,
  sandboxes: Pick<Sandboxes, 'openId'>,
): Promise<OpenIdSandbox | null> {
  const sandbox = (await sandboxes.openId?.startOpenIdSandbox(config)) ?? null;
  const google = config.google ?? sandbox?.google;
  const apple = config.apple ?? sandbox?.apple;
  const callback = (name: string) => `${config.appOrigin}/auth/${name}/callback`;
  const providers = [
    ...(google ? [createGoogle(google, callback('google'))] : []),
    ...(apple ? [createApple(apple, callback('apple'))] : []),
  ];
  provideSignIn(new ProviderSignIn(providers));
  return sandbox;
}
