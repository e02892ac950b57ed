/** The languages that the product speaks, as BCP 47 tags with their names: dates and times follow the chosen one. */
export const LANGUAGE_NAMES = {
  en: 'English',
  'en-GB': 'English (United Kingdom)',
  'en-US': 'English (United States)',
  'en-AU': 'English (Australia)',
  'en-CA': 'English (Canada)',
  'en-IN': 'English (India)',
} as const;

export type LanguageTag = keyof typeof LANGUAGE_NAMES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGE_NAMES) as [LanguageTag, ...LanguageTag[]];

/** A language chosen in the past that the product doesn’t speak counts as none. */
export function knownLanguage(tag: string | null | undefined): LanguageTag | null {
  return LANGUAGE_TAGS.find((known) => known === tag) ?? null;
}
