import type { Words as Lettered } from '../../../platform/draw/lettering.ts';
import { isKeyOf } from '../../../shared/known-values.ts';
import { shownName } from './names.ts';
import type { FilmEvent } from './timeline.ts';

type Pieces = Exclude<Lettered, string>;

/** Text of the opening card: a small line, the names, a small line. */
export interface IntroWords {
  lead: string;
  names: string[];
  foot: string;
}

export interface OutroWords {
  lead: string;
  /** All contributors, in an order independent of the timeline. */
  names: string[];
  /** Authors of photos from Unsplash, in order of the alphabet; absent if there are none. */
  photographers?: string[];
  /** How many trees were planted, in a sentence; absent if there are none. */
  trees?: string;
}

interface Words {
  lead: string;
  foot: string;
  closing: string;
}

const LOVE = { foot: 'from everyone who loves you', closing: 'With love from' };
const CHEER = { foot: 'from all of us', closing: 'With love from' };
const THANKS = { foot: 'from all of us', closing: 'With thanks from' };

const WORDS = {
  birthday: { lead: 'Happy birthday', ...LOVE },
  other: { lead: 'For', ...CHEER },
  anniversary: { lead: 'Happy anniversary', ...LOVE },
  thankyou: { lead: 'Thank you', ...THANKS },
  school: { lead: 'For', foot: 'from the whole class', closing: 'With love from' },
  'teacher-appreciation': { lead: 'Thank you', foot: 'from your class', closing: 'With thanks from' },
  graduation: { lead: 'You did it', foot: 'from everyone who knew you would', closing: 'So proud of you:' },
  yearbook: { lead: 'The year of', foot: 'to look back on', closing: 'With us that year:' },
  business: { lead: 'For', foot: 'from the team', closing: 'From all of us:' },
  recognition: { lead: 'In honour of', foot: 'from all of us', closing: 'With thanks from' },
  military: { lead: 'For', foot: 'thank you for serving', closing: 'With thanks from' },
  retirement: { lead: 'Happy retirement', foot: 'from everyone who worked with you', closing: 'With love from' },
  farewell: { lead: 'Good luck', foot: 'come back and see us', closing: 'We’ll miss you:' },
  wedding: { lead: 'For', foot: 'on your wedding day', closing: 'With love from' },
  mothers: { lead: 'Happy Mother’s Day', ...LOVE },
  fathers: { lead: 'Happy Father’s Day', ...LOVE },
  congratulations: { lead: 'Congratulations', ...CHEER },
  valentines: { lead: 'To', foot: 'with all our hearts', closing: 'With love from' },
  getwell: { lead: 'Get well soon', foot: 'we’re thinking of you', closing: 'With love from' },
  memorial: { lead: 'In memory of', foot: 'from those who miss you', closing: 'Remembered by' },
  babyshower: { lead: 'For', foot: 'and someone very small', closing: 'With love from' },
  barmitzvah: { lead: 'Mazel tov', foot: 'from everyone who loves you', closing: 'With love from' },
  batmitzvah: { lead: 'Mazel tov', foot: 'from everyone who loves you', closing: 'With love from' },
  holiday: { lead: 'Happy holidays', foot: 'from all of us to you', closing: 'With love from' },
} satisfies Record<string, Words>;

function wordsOf(occasion: string): Words {
  return isKeyOf(WORDS, occasion) ? WORDS[occasion] : WORDS.other;
}

export function introWords(event: FilmEvent): IntroWords {
  const { lead, foot } = wordsOf(event.occasion);
  const given = event.recipients.map(({ firstName }) => oneLine(firstName)).filter(Boolean);
  const names = given.length > 0 ? given : ['someone special'];
  const own = event.occasion === 'other' ? oneLine(event.occasionOther ?? '') : '';
  return { lead, names, foot: own || foot };
}

/** Of names as entered; duplicates and order don't matter. @param photographers authors of photos from Unsplash */
export function outroWords(
  event: FilmEvent,
  contributors: readonly string[],
  photographers: readonly string[] = [],
): OutroWords {
  const authors = inOrder(photographers);
  return {
    lead: wordsOf(event.occasion).closing,
    names: inOrder(contributors),
    ...(authors.length > 0 && { photographers: authors }),
    ...(event.trees && { trees: treeWords(event.occasion, event.trees) }),
  };
}

function treeWords(occasion: string, trees: number): string {
  const what = trees === 1 ? 'A tree is' : `${trees} trees are`;
  return `${what} growing ${occasion === 'memorial' ? 'in memory' : 'for you'}`;
}

function inOrder(given: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const name of given) {
    const shown = oneLine(shownName(name));
    const known = shown.toLocaleLowerCase('en');
    const before = byName.get(known);
    if (before === undefined || shown < before) byName.set(known, shown);
  }
  return [...byName.values()].sort(new Intl.Collator('en', { numeric: true }).compare);
}

/** The text of each page of credits; the last one ends with photographers and trees. */
export function pagesOfCredits({ names, photographers = [], trees }: OutroWords): Lettered[] {
  const pages = pagesOf(names);
  return pages.map((page, index) => {
    const isLast = index === pages.length - 1;
    const line = namesLine(page, isLast);
    if (!isLast) return line;
    const paragraphs = [line, photoCredit(photographers), trees ? [trees] : []].filter(({ length }) => length > 0);
    return paragraphs.flatMap((paragraph, at) => (at === 0 ? paragraph : ['\n\n', ...paragraph]));
  });
}

function photoCredit(photographers: readonly string[]): Pieces {
  if (photographers.length === 0) return [];
  const what = photographers.length === 1 ? 'Photo by ' : 'Photos by ';
  return [what, ...namesLine(photographers), ' on Unsplash'];
}

/** "Ann, Bo and Zoë", with line breaks only between people; no "and" if more people follow. */
export function namesLine(names: readonly string[], isLast = true): Pieces {
  const between = (index: number) => {
    if (index === 0) return '';
    return isLast && index === names.length - 1 ? ' and\u00a0' : ', ';
  };
  return names.flatMap((name, index) => [between(index), { unbroken: name }]);
}

/** Letters on a page of names at a legible size; East Asian characters and emoji count twice. */
const LETTERS_A_PAGE = 500;
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;

/** Splits names into pages of similar length. Independent of drawing, because it determines the card's length. */
export function pagesOf(names: readonly string[]): string[][] {
  const lengths = names.map((name) => [...name].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 2));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const count = Math.max(1, Math.ceil(total / LETTERS_A_PAGE));
  const pages: string[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, name] of names.entries()) {
    const length = lengths[index] ?? 0;
    pages[Math.min(count - 1, Math.floor(((before + length / 2) * count) / total))]?.push(name);
    before += length;
  }
  return pages.filter((page, index) => page.length > 0 || (index === 0 && count === 1));
}

const LONGEST = 48;

function oneLine(text: string): string {
  const plain = [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()];
  return plain.length > LONGEST
    ? `${plain
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : plain.join('');
}
