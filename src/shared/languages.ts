import { keysOf } from './known-values.ts';

/** Supported languages by BCP 47 tag; they determine date and time formats. */
export const LANGUAGE_NAMES = {
  en: 'English',
  'en-GB': 'English (United Kingdom)',
  'en-US': 'English (United States)',
  'en-AU': 'English (Australia)',
  'en-CA': 'English (Canada)',
  'en-IN': 'English (India)',
} as const;

export type LanguageTag = keyof typeof LANGUAGE_NAMES;

export const LANGUAGE_TAGS = keysOf(LANGUAGE_NAMES);

/** Null for a language that is no longer supported. */
export function knownLanguage(tag: string | null | undefined): LanguageTag | null {
  return LANGUAGE_TAGS.find((known) => known === tag) ?? null;
}
