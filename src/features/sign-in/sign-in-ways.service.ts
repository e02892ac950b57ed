import type { Config } from '../../platform/config.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';

/** The buttons beside the password. */
export interface WaysIn {
  google: boolean;
  apple: boolean;
  /** Whether one of them leads to our sandbox, which the page then says. */
  isSandbox: boolean;
}

export function waysIn(config: Pick<Config, ProviderName | 'signInSandbox'>): WaysIn {
  const isConfigured = (name: ProviderName) => config[name] !== null;
  return {
    google: isConfigured('google') || config.signInSandbox,
    apple: isConfigured('apple') || config.signInSandbox,
    isSandbox: config.signInSandbox && !PROVIDERS.every(isConfigured),
  };
}
