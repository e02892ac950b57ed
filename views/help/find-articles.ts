import { searchStems, stem, wordsOf } from '../../src/shared/search-words.ts';
import { HELP_ARTICLES, type HelpArticle } from './articles.ts';

function weigh(article: HelpArticle): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) weights.set(stem(word), Math.max(weight, weights.get(stem(word)) ?? 0));
  };
  for (const note of article.notes ?? []) add(`${note.question} ${note.answer}`, 1);
  for (const step of article.steps) add(step, 1);
  add(article.words ?? '', 3);
  add(article.summary, 3);
  add(article.title, 5);
  return weights;
}

const WEIGHED = HELP_ARTICLES.map((article) => ({ article, weights: weigh(article) }));

/** Articles that hold any of the words, best first; a word may be typed half. Empty where nothing fits. */
export function findArticles(query: string): HelpArticle[] {
  const asked = searchStems(query);
  return WEIGHED.map(({ article, weights }) => ({ article, score: scoreOf(asked, weights) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ article }) => article);
}

function scoreOf(asked: readonly string[], weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const word of asked) {
    const whole = weights.get(word);
    const half = [...weights].find(([known]) => word.length > 2 && known.startsWith(word))?.[1] ?? 0;
    score += whole ? whole * 2 : half;
  }
  return score;
}
