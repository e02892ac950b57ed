import { providerSignIn } from '../features/sign-in/sign-in.parts.ts';
import { createApple } from '../integrations/apple.ts';
import { createGoogle } from '../integrations/google.ts';
import { ProviderSignIn } from '../integrations/provider-sign-in.ts';
import type { OpenIdSandbox } from '../integrations/sandbox/oidc.ts';
import type { Sandboxes } from '../integrations/sandboxes.ts';
import type { Config } from '../platform/config.ts';
import type { ProvidedPart } from '../platform/part.ts';

/** Google and Apple where keys are configured; otherwise the sandbox, if it is switched on. */
export async function startSignInProviders(
  config: Config,
  sandboxes: Pick<Sandboxes, 'openId'>,
): Promise<{ part: ProvidedPart; sandbox: OpenIdSandbox | null }> {
  const sandbox = (await sandboxes.openId?.startOpenIdSandbox(config)) ?? null;
  const google = config.google ?? sandbox?.google;
  const apple = config.apple ?? sandbox?.apple;
  const callback = (name: string) => `${config.appOrigin}/auth/${name}/callback`;
  const providers = [
    ...(google ? [createGoogle(google, callback('google'))] : []),
    ...(apple ? [createApple(apple, callback('apple'))] : []),
  ];
  return { part: providerSignIn.is(new ProviderSignIn(providers)), sandbox };
}
