import type { Packages } from '../../src/shared/pricing.ts';
import { stem, wordsOf } from '../../src/shared/search-words.ts';
import { pricingQuestions } from '../base/pricing-questions.ts';
import type { PlainQuestion } from '../base/structured.ts';
import { FAQ_TOPICS } from '../reading/faq-topics.ts';
import { anchorOf } from '../ui/faq.tsx';
import { HELP_ARTICLES, type HelpArticle } from './articles.ts';
import { closest } from './closest-words.ts';
import { ALIKE, IDLE } from './search-lists.ts';

/** A search result of the help. */
export interface HelpAnswer {
  href: string;
  title: string;
  summary: string;
}

interface Known {
  word: string;
  root: string;
  weight: number;
}

interface Weighed {
  answer: HelpAnswer;
  words: readonly Known[];
}

export function articleAnswer({ slug, title, summary }: HelpArticle): HelpAnswer {
  return { href: `/help/${slug}`, title, summary };
}

const ARTICLES = HELP_ARTICLES.map((article) => {
  const { title, summary, words = '', steps, notes = [] } = article;
  return weigh(articleAnswer(article), [
    [`${title} ${article.slug}`, 5],
    [`${summary} ${words}`, 3],
    [notes.map(({ question }) => question).join(' '), 3],
    [[...steps, ...notes.map(({ answer }) => answer)].join(' '), 1],
  ]);
});
const FAQ = FAQ_TOPICS.flatMap(({ questions }) => questions).map((each) => questionAnswer('/faq', each));

/** Stems of our terms, by the stem of a synonym. */
const HERE = new Map(ALIKE.flatMap(([words, here]) => words.map((word) => [rootOf(word), here.map(rootOf)] as const)));

/**
 * Matching articles and questions, best first: by number of matching words, then by matches in titles. Matches partial
 * words, and typing errors of words that occur nowhere. Pure.
 */
export function findAnswers(query: string, packages: Packages): HelpAnswer[] {
  const all = [...ARTICLES, ...FAQ, ...pricingQuestions(packages).map((each) => questionAnswer('/pricing', each))];
  const asked = [...new Set(wordsOf(query))].filter((word) => !IDLE.has(word)).map((word) => meant(word, all));
  const scored = all.map(({ answer, words }) => {
    const scores = asked.map((each) => scoreOf(each, words));
    return { answer, held: scores.filter(Boolean).length, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const most = Math.max(...scored.map(({ held }) => held));
  return scored
    .filter(({ held }) => held > 0 && held * 2 >= most)
    .sort((a, b) => b.held - a.held || b.score - a.score)
    .map(({ answer }) => answer);
}

/** A search word. */
interface Asked {
  /** As typed, or the words that were probably meant. */
  words: readonly string[];
  /** Stems of synonyms. */
  alike: ReadonlySet<string>;
}

function meant(typed: string, all: readonly Weighed[]): Asked {
  const isKnown = HERE.has(rootOf(typed)) || all.some(({ words }) => scoreOfWord(typed, words) > 0);
  const words = isKnown ? [typed] : closest(typed, vocabulary(all));
  return { words, alike: new Set(words.flatMap((word) => HERE.get(rootOf(word)) ?? [])) };
}

function vocabulary(all: readonly Weighed[]): Set<string> {
  return new Set([...ALIKE.flatMap(([words]) => words), ...all.flatMap(({ words }) => words.map(({ word }) => word))]);
}

function scoreOf({ words, alike }: Asked, known: readonly Known[]): number {
  const own = words.map((word) => scoreOfWord(word, known));
  const others = known.filter(({ root }) => alike.has(root)).map(({ weight }) => weight);
  return Math.max(0, ...own, ...others);
}

/** A whole word counts twice as much as a prefix. */
function scoreOfWord(asked: string, known: readonly Known[]): number {
  const root = rootOf(asked);
  const scores = known.map(({ word, root: other, weight }) => {
    if (other === root) return weight * 2;
    return asked.length > 2 && word.startsWith(asked) ? weight : 0;
  });
  return Math.max(0, ...scores);
}

function questionAnswer(path: string, { question, answer }: PlainQuestion): Weighed {
  const found = { href: `${path}#${anchorOf(question)}`, title: question, summary: answer };
  return weigh(found, [
    [question, 4],
    [answer, 1],
  ]);
}

/** @param texts highest weight first: a word gets the weight of the first text with it */
function weigh(answer: HelpAnswer, texts: readonly (readonly [text: string, weight: number])[]): Weighed {
  const words = new Map<string, Known>();
  for (const [text, weight] of texts) {
    for (const word of wordsOf(text)) {
      if (!IDLE.has(word) && !words.has(word)) words.set(word, { word, root: rootOf(word), weight });
    }
  }
  return { answer, words: [...words.values()] };
}

/** Gives "saved", "save" and "saving" the same stem. */
function rootOf(word: string): string {
  return stem(word).replace(/(?<=..)e$/, '');
}
