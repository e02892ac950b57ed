import LinkifyIt from 'linkify-it';
import { AppError } from '../../platform/errors.ts';
import { withoutKeys } from '../../shared/chat.ts';
import { searchStems } from '../../shared/search-words.ts';

const links = new LinkifyIt().add('ftp:', null).add('//', null);
/** The library knows the ends of real addresses only. */
const WEB = /\bwww\.|:\/\//i;
/** Stems kept of one idea. */
const WORDS_MAX = 60;

export interface IdeaWords {
  title: string;
  text: string;
  words: string[];
  sameAs: string;
}

/**
 * An idea's words as they are stored. FIELDS_REFUSED for links and addresses: everybody reads along, and what wants to be
 * clicked is not an idea.
 */
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
 * How much an idea is like what is looked for, from 0 to 1: the share of the asked words that it holds, a little more where
 * they stand in its title. The last word may be typed half.
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
