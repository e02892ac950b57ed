import LinkifyIt from 'linkify-it';
import { AppError } from '../../platform/errors.ts';
import { withoutKeys } from '../../shared/chat.ts';
import { searchStems } from '../../shared/search-words.ts';

const links = new LinkifyIt().add('ftp:', null).add('//', null);
/** linkify-it detects only known top-level domains. */
const WEB = /\bwww\.|:\/\//i;
/** Maximum stems stored for an idea. */
const WORDS_MAX = 60;

export interface IdeaWords {
  title: string;
  text: string;
  words: string[];
  sameAs: string;
}

/** Text of an idea for storage. FIELDS_REFUSED for links and addresses, because the list is public. */
export function ideaWords(given: { title: string; text: string }): IdeaWords {
  const title = plain(given.title);
  const text = plain(given.text);
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries({ title, text })) {
    if (links.test(value) || WEB.test(value))
      fields[name] = 'Please leave out links and addresses: everyone can read this.';
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('FIELDS_REFUSED', { message: 'Please say it without links and addresses.', fields });
  }
  return {
    title,
    text,
    words: searchStems(`${title} ${text}`).slice(0, WORDS_MAX),
    sameAs: searchStems(title).toSorted().join(' ') || title.toLowerCase(),
  };
}

/**
 * Similarity of an idea and search stems, from 0 to 1: the share of stems it contains, with a bonus for its title. The
 * last word may be incomplete.
 */
export function likeness(asked: readonly string[], idea: { title: string; words: readonly string[] }): number {
  if (asked.length === 0) return 0;
  const title = new Set(searchStems(idea.title));
  const all = new Set(idea.words);
  const isHalf = (word: string, index: number) =>
    index === asked.length - 1 && word.length > 2 && idea.words.some((known) => known.startsWith(word));
  const held = asked.map((word, index) => (title.has(word) ? 1 : all.has(word) || isHalf(word, index) ? 0.8 : 0));
  return held.reduce<number>((sum, each) => sum + each, 0) / asked.length;
}

function plain(text: string): string {
  return withoutKeys(text).trim();
}
