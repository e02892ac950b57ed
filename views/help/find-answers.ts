import type { Packages } from '../../src/shared/pricing.ts';
import { stem, wordsOf } from '../../src/shared/search-words.ts';
import { pricingQuestions } from '../base/pricing-questions.ts';
import type { PlainQuestion } from '../base/structured.ts';
import { FAQ_TOPICS } from '../reading/faq-topics.ts';
import { anchorOf } from '../ui/faq.tsx';
import { HELP_ARTICLES, type HelpArticle } from './articles.ts';
import { closest } from './closest-words.ts';
import { ALIKE, IDLE } from './search-lists.ts';

/** What a search of the help leads to. */
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

/** Roots of what something is called here, by the root of what others call it. */
const HERE = new Map(ALIKE.flatMap(([words, here]) => words.map((word) => [rootOf(word), here.map(rootOf)] as const)));

/**
 * Articles and questions that fit, best first: those that hold more of the words, then those whose titles do. A word may
 * be typed half, or with a slip where nobody uses it as it stands. Empty where nothing fits. Pure.
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

/** What somebody asks for with one word. */
interface Asked {
  /** As typed; or the words that it was most likely meant to be. */
  words: readonly string[];
  /** Roots of what others call it. */
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

/** A whole word counts twice as much as the beginning of one. */
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

/** @param texts heaviest first: a word has the weight of the first that holds it */
function weigh(answer: HelpAnswer, texts: readonly (readonly [text: string, weight: number])[]): Weighed {
  const words = new Map<string, Known>();
  for (const [text, weight] of texts) {
    for (const word of wordsOf(text)) {
      if (!IDLE.has(word) && !words.has(word)) words.set(word, { word, root: rootOf(word), weight });
    }
  }
  return { answer, words: [...words.values()] };
}

/** "saved" and "save" meet here, as "saving" does. */
function rootOf(word: string): string {
  return stem(word).replace(/(?<=..)e$/, '');
}
