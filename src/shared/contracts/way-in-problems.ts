import { PROVIDERS, type ProviderName } from './identities.ts';

export const PROVIDER_WORDS: Record<ProviderName, string> = { google: 'Google', apple: 'Apple' };

/**
 * Why a provider sign-in failed; the callback redirects to `/auth/login?problem=CODE&provider=NAME`, or to
 * `/settings/profile?...` when a signed-in user was adding one.
 */
const PROBLEMS = {
  cancelled: (name: string) => `You went back before ${name} could tell us who you are. Nothing has changed.`,
  expired: (name: string) => `That took too long, or was started in another browser. Please try ${name} again.`,
  failed: (name: string) => `${name} gave us an answer we can’t trust. Please try again, or log in another way.`,
  down: (name: string) => `${name} isn’t responding right now. Please try again, or log in another way.`,
  'no-address': (name: string) =>
    `${name} didn’t give us a confirmed address for you, and we need one. Please log in another way.`,
  'confirm-by-mail': (name: string) =>
    `We need you to confirm the address ${name} gave us: we’ve emailed you a link. Open it in this browser within 10 minutes.`,
  taken: (name: string) => `That ${name} account already belongs to someone else’s account here.`,
  'confirm-first': (name: string) =>
    `Please confirm your address before you add ${name}: open the link we emailed you when you signed up.`,
  'sign-in-again': (name: string) => `Please log in again before you add ${name}: it’s been a while.`,
} as const;

export type WayInProblem = keyof typeof PROBLEMS;

/** Message for a `problem` parameter; null for unknown ones. */
export function wayInProblem(problem: unknown, provider: unknown): string | null {
  const words = Object.entries(PROBLEMS).find(([code]) => code === problem)?.[1];
  const name = PROVIDERS.find((each) => each === provider);
  return words && name ? words(PROVIDER_WORDS[name]) : null;
}
