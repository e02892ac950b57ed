import { createApple } from '../../integrations/apple.ts';
import { createGoogle } from '../../integrations/google.ts';
import { ProviderSignIn } from '../../integrations/provider-sign-in.ts';
import { loadOpenIdSandbox, openIdSandbox } from '../../integrations/sandboxes.ts';
import type { Config } from '../../platform/config.ts';
import type { ProvidedPart } from '../../platform/part.ts';
import { providerSignIn } from './sign-in.parts.ts';

/** Google and Apple where keys are configured; otherwise the sandbox, if it is switched on. */
export async function startSignInProviders(config: Config): Promise<ProvidedPart[]> {
  const sandbox = (await (await loadOpenIdSandbox(config))?.startOpenIdSandbox(config)) ?? null;
  const google = config.google ?? sandbox?.google;
  const apple = config.apple ?? sandbox?.apple;
  const callback = (name: string) => `${config.appOrigin}/auth/${name}/callback`;
  const providers = [
    ...(google ? [createGoogle(google, callback('google'))] : []),
    ...(apple ? [createApple(apple, callback('apple'))] : []),
  ];
  return [
    providerSignIn.is(new ProviderSignIn(providers)),
    openIdSandbox.is(sandbox, async () => void (await sandbox?.stop())),
  ];
}
