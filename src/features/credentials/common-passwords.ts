import { isCommonNumber } from './common-numbers.ts';

/**
 * Words and names on which the passwords of published leaks are built, in the order of the alphabet. A password that is
 * one of them, or several, with nothing but digits and signs around, is among the first that anybody tries.
 */
const WORDS = new Set(
  `aaron abc abigail access account admin administrator adobe adrian airborne alabama alejandro alexander alexandra
alexis alice alicia allison amanda amateur amazing america american anderson andrea andrew andromeda angel angela
angelina animal anthony antonio apple apples april archie arizona arsenal arthur asdf asdfgh asdfghjkl ashley asshole
asterix athena atlanta august austin autumn babygirl badboy bailey balance ball banana bananas banned barbara
barcelona barney baseball basketball batman beach bear beatles beautiful beauty bella benfica benjamin bigdaddy billy
birthday black blessed blink blue bond boomer boston brandon brandy brazil brian bubbles buddy bulldog bulldogs buster
butter butterfly california camaro cameron canada captain carlos carmen caroline carpediem casper cassie catherine
celtic change changeme charles charlie charlotte cheese chelsea cherry chester chevrolet chicago chicken chocolate
chris christ christian christina christine christmas christopher claudia cocacola coffee college computer contact
control cookie cookies cooper corvette cowboys cricket crystal daddy daisy dakota dallas daniel daniela danielle dark
darkness david day dear december default demo denise dennis destiny devil diablo diamond disney doctor dolphin
dolphins domino donald dragon dragonball dreams eagle eagles edward einstein elephant elizabeth emily eminem england
enter everton extreme facebook faith falcon family february ferrari film fire fishing florida flower flowers football
forever france francis francisco franklin freddy freedom friday friend friends fuck fucker fuckme fuckoff fuckyou
gabriel galaxy gandalf garfield gateway genesis george germany gfhjkm giants gift ginger girl global godzilla golden
goldfish google grace green guest guitar hallo hannah happiness happy hardcore harley harrypotter heather heaven hello
helloworld help hockey holiday home honda honey hotdog hottie house houston hunter iceman iloveu iloveyou inferno
infinity intel internet isabella jackass jackson jacob jaguar james january jasmine jason jennifer jeremy jessica
jesus jesuschrist johnny jonathan jordan joseph joshua july june junior justin karen kate katherine killer king kitty
knight ladybug lakers lauren legend legolas leonardo leslie let letme letmein liberty lightning linkinpark liverpool
login london love lovelove lovely loveme lover lucky madison maggie magic manager manchester march margaret maria
marina marine marlboro martin martina master matrix matthew maverick maxwell me mercedes mercury merlin metallica
mexico michael michelle mickey microsoft midnight miller mine minecraft monday money monica monkey monster montana
moon morgan mother motorola mountain muffin music mustang my myspace naruto natalie natasha nathan ncc newyork
nicholas nicole nintendo nirvana nothing november october office oliver olivia online orange orlando pacific paradise
paris pass passion passport passw password passwort patricia patrick peaches peanut penguin pepper person phantom
phoenix pierre pineapple pirate playboy player playstation please pokemon poohbear porsche power prayer president
pretty prince princess private public pumpkin purple qazwsx qazwsxedc qwer qwert qwerty qwertyui qwertyuiop rachel
raiders rainbow ranger rangers rebecca red remember richard robert robinson rock rockstar rocky ronaldo rosebud
samantha samsung samuel sandra saturday school scooter scorpion scotland sebastian secret september server service
sexy shadow shannon sharon shelby shopping silver simple simpsons skywalker slayer slipknot smile smith snoopy soccer
softball something sophia spain sparky spider spiderman spongebob spring star stars starwars steelers stephanie
stephen steven strawberry student summer sunday sunflower sunshine super superman superstar support sweet sweetheart
sweetie sydney system taylor teacher telephone temp temporary tennis teresa test tester testing texas the theman
thomas thunder thursday tiffany tiger tigger tinkerbell titanic tomorrow toyota trinity trustno tuesday turtle
twilight unicorn united universe user vacation valentina vampire vanessa veronica victor victoria vid vidday video
viking vincent viper virginia vision volcom wedding wednesday welcome whatever white william williams willow winner
winter wizard wolf wonderful world wrestling yamaha yankee yankees yellow you yourself zaq zxcv zxcvbn zxcvbnm`
    .split(/\s+/)
    .filter(Boolean),
);
/** Digits and signs around common words that leave it one of those that are tried. */
const AROUND_MAX = 8;
const LONGEST = Math.max(...[...WORDS].map((word) => word.length));

/** Rows of a keyboard, the alphabet and the digits, forth and back. */
const ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];
const WALKS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};

/**
 * Whether a password is one of those that are tried first: a few common words with digits around, a row of the keyboard,
 * something short repeated, a common number, or the own address or name. What characters it is made of plays no part.
 * @param own the person's address and names
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  const names = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u)).filter((name) => name.length >= 3);
  return (
    own.some((text) => text.toLowerCase() === lower) ||
    isRepetition(lower) ||
    isWalk(lower) ||
    isMadeOf(lower, names) ||
    isMadeOf(unleeted(lower), names)
  );
}

function isRepetition(text: string): boolean {
  for (let period = 1; period <= Math.min(5, Math.floor(text.length / 2)); period++) {
    const piece = text.slice(0, period);
    if (piece.repeat(Math.ceil(text.length / period)).slice(0, text.length) === text) return true;
  }
  return false;
}

/** Made of pieces of four or more neighbours on a keyboard. */
function isWalk(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && WALKS.some((walk) => walk.includes(text.slice(at, at + length + 1)))) length++;
    if (length === 0 || (length < 4 && at + length < text.length)) return false;
    at += length;
  }
  return true;
}

/**
 * Whether its letters are at most two common words, with a common number or few digits and signs around; three words or more
 * in a row are too many to try, and so are many digits of no order.
 */
function isMadeOf(text: string, names: readonly string[]): boolean {
  const runs = text.match(/\p{L}+/gu) ?? [];
  if (runs.length === 0) return isCommonNumber(text);
  const around = text.split(/\p{L}+/u).filter((each) => !isCommonNumber(each));
  if (around.join('').length > AROUND_MAX) return false;
  return runs.reduce((sum, run) => sum + fewestWords(run, names), 0) <= 2;
}

/** The fewest common words or own names that a run of letters consists of; Infinity when it does not. */
function fewestWords(run: string, names: readonly string[]): number {
  const longest = Math.max(LONGEST, ...names.map((name) => name.length));
  const fewest = [0];
  for (let end = 1; end <= run.length; end++) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longest); start < end; start++) {
      const piece = run.slice(start, end);
      if (WORDS.has(piece) || names.includes(piece)) best = Math.min(best, (fewest[start] ?? best) + 1);
    }
    fewest[end] = best;
  }
  return fewest[run.length] ?? 0;
}

/** `P4ssw0rd!` as it is meant; digits and signs at the end are no letters in disguise. */
export function unleeted(text: string): string {
  const end = text.search(/[\d\W_]*$/);
  return [...text.slice(0, end)].map((letter) => LEET[letter] ?? letter).join('') + text.slice(end);
}
