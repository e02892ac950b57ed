import { isOneOf } from './known-values.ts';

/** The 24 occasions: catalogue of the specification, with tone and titles. */

export const OCCASION_TYPES = [
  'birthday',
  'other',
  'anniversary',
  'thankyou',
  'school',
  'teacher-appreciation',
  'graduation',
  'yearbook',
  'business',
  'recognition',
  'military',
  'retirement',
  'farewell',
  'wedding',
  'mothers',
  'fathers',
  'congratulations',
  'valentines',
  'getwell',
  'memorial',
  'babyshower',
  'barmitzvah',
  'batmitzvah',
  'holiday',
] as const;
export type OccasionType = (typeof OCCASION_TYPES)[number];

/** `quiet` reduces colour and motion. */
export type Tone = 'warm' | 'quiet';

export interface Occasion {
  type: OccasionType;
  label: string;
  prefix: 'a' | 'an';
  /** Completes "a video ...", e.g. "for their birthday". */
  phrase: string;
  emoji: string;
  /** Films within the Essential package are free. */
  isFree: boolean;
  /** The occasion's page; `{host}` is the external site; see `occasionPath`. */
  to: string;
  homePage: boolean;
  webApp: boolean;
  public: boolean;
  tone: Tone;
}

type Given = Pick<Occasion, 'label' | 'phrase' | 'emoji' | 'to'> & Partial<Occasion>;

/** Fills in the values that most occasions share. */
function occasion(type: OccasionType, given: Given): Occasion {
  return {
    type,
    prefix: 'a',
    isFree: false,
    homePage: true,
    webApp: true,
    public: true,
    tone: 'warm',
    ...given,
  };
}

const page = (slug: string) => `/video-maker/${slug}-video`;

export const OCCASIONS: Readonly<Record<OccasionType, Occasion>> = {
  birthday: occasion('birthday', {
    label: 'Birthday',
    phrase: 'for their birthday',
    emoji: '🎂',
    to: page('birthday'),
  }),
  other: occasion('other', {
    label: 'Custom',
    phrase: 'for a day of your own',
    emoji: '🎁',
    to: '{host}/start-a-video?occasion=custom',
    homePage: false,
  }),
  anniversary: occasion('anniversary', {
    label: 'Anniversary',
    prefix: 'an',
    phrase: 'for their anniversary',
    emoji: '🥂',
    to: page('anniversary'),
  }),
  thankyou: occasion('thankyou', {
    label: 'Thank you',
    phrase: 'to say thank you',
    emoji: '💐',
    to: page('thank-you'),
  }),
  school: occasion('school', {
    label: 'School',
    phrase: 'from the whole class',
    emoji: '🎒',
    to: page('school'),
    webApp: false,
  }),
  'teacher-appreciation': occasion('teacher-appreciation', {
    label: 'Teacher appreciation',
    phrase: 'to thank a teacher',
    emoji: '🍎',
    to: page('school'),
    homePage: false,
  }),
  graduation: occasion('graduation', {
    label: 'Graduation',
    phrase: 'for their graduation',
    emoji: '🎓',
    to: page('graduation'),
  }),
  yearbook: occasion('yearbook', {
    label: 'Yearbook',
    phrase: 'to remember the year by',
    emoji: '📒',
    to: page('school'),
    homePage: false,
  }),
  business: occasion('business', {
    label: 'Business',
    phrase: 'from the whole team',
    emoji: '🏢',
    to: page('business'),
    homePage: false,
    webApp: false,
  }),
  recognition: occasion('recognition', {
    label: 'Recognition',
    phrase: 'to honour what they did',
    emoji: '🏅',
    to: page('recognition'),
  }),
  military: occasion('military', {
    label: 'Military',
    phrase: 'for someone who serves',
    emoji: '🎖️',
    to: page('recognition'),
    homePage: false,
  }),
  retirement: occasion('retirement', {
    label: 'Retirement',
    phrase: 'for their retirement',
    emoji: '🏖️',
    to: page('retirement'),
  }),
  farewell: occasion('farewell', {
    label: 'Farewell',
    phrase: 'to say goodbye',
    emoji: '🧳',
    to: page('farewell'),
  }),
  wedding: occasion('wedding', {
    label: 'Wedding',
    phrase: 'for their wedding',
    emoji: '💍',
    to: page('wedding'),
  }),
  mothers: occasion('mothers', {
    label: 'Mother’s Day',
    phrase: 'for Mother’s Day',
    emoji: '🌷',
    to: page('mothers-day'),
  }),
  fathers: occasion('fathers', {
    label: 'Father’s Day',
    phrase: 'for Father’s Day',
    emoji: '🧢',
    to: '{host}/fathers-day-video',
  }),
  congratulations: occasion('congratulations', {
    label: 'Congratulations',
    phrase: 'to say well done',
    emoji: '🎉',
    to: '{host}/start-a-video?occasion=congratulations',
    homePage: false,
  }),
  valentines: occasion('valentines', {
    label: 'Valentine’s Day',
    phrase: 'for Valentine’s Day',
    emoji: '💌',
    to: page('valentines-day'),
  }),
  getwell: occasion('getwell', {
    label: 'Get well',
    phrase: 'to help them get well',
    emoji: '🌻',
    to: page('get-well'),
    isFree: true,
    tone: 'quiet',
  }),
  memorial: occasion('memorial', {
    label: 'Memorial',
    phrase: 'in their memory',
    emoji: '🕊️',
    to: page('memorial'),
    tone: 'quiet',
  }),
  babyshower: occasion('babyshower', {
    label: 'Baby shower',
    phrase: 'for their baby shower',
    emoji: '🍼',
    to: page('baby-shower'),
  }),
  barmitzvah: occasion('barmitzvah', {
    label: 'Bar mitzvah',
    phrase: 'for his bar mitzvah',
    emoji: '📜',
    to: page('bar-mitzvah'),
  }),
  batmitzvah: occasion('batmitzvah', {
    label: 'Bat mitzvah',
    phrase: 'for her bat mitzvah',
    emoji: '🌟',
    to: page('bar-mitzvah'),
  }),
  holiday: occasion('holiday', {
    label: 'Holiday',
    phrase: 'for the holidays',
    emoji: '🎄',
    to: page('holiday'),
    homePage: false,
  }),
};

/** In catalogue order. */
export const OCCASION_LIST: readonly Occasion[] = OCCASION_TYPES.map((type) => OCCASIONS[type]);

/** Occasions without cheerful copy: those in quiet tone, and farewells, which may be sad. */
export function hasQuietWords(type: OccasionType): boolean {
  return OCCASIONS[type].tone === 'quiet' || type === 'farewell';
}

export function isOccasionType(value: unknown): value is OccasionType {
  return isOneOf(OCCASION_TYPES, value);
}

/**
 * Path for an occasion on this site: its page, or the start form. Catalogue addresses on `{host}` become local paths.
 */
export function occasionPath(type: OccasionType): string {
  const { to } = OCCASIONS[type];
  const [path = '', query] = to.replace('{host}', '').split('?');
  return path === '/start-a-video' ? `/start-a-vidday?${query}` : path;
}

/** Occasions with their page at `path`: usually one; `school-video` has three. */
export function occasionsAt(path: string): Occasion[] {
  return OCCASION_LIST.filter((each) => occasionPath(each.type) === path);
}

/** Name of the film: "Birthday video", "Get-well video". */
export function videoName(type: OccasionType): string {
  const { label } = OCCASIONS[type];
  return `${SAYINGS.has(type) ? label.replace(' ', '-') : label} video`;
}

/** The same in a sentence: "a birthday video", "a Mother’s Day video". */
export function withArticle(type: OccasionType): string {
  const name = videoName(type);
  const within = name.includes('’s Day') ? name : name.charAt(0).toLowerCase() + name.slice(1);
  return `${OCCASIONS[type].prefix} ${within}`;
}

/** Labels that are phrases and get a hyphen before a noun. */
const SAYINGS: ReadonlySet<OccasionType> = new Set(['thankyou', 'getwell']);

/**
 * Redirects from addresses that visitors might guess: of occasions that share a page, have none, or have it elsewhere.
 */
export function occasionRedirects(): Record<string, string> {
  const found = OCCASION_LIST.map(({ type, label }) => {
    const slug = label.toLowerCase().replaceAll('’', '').replaceAll(' ', '-');
    return [page(slug), occasionPath(type)] as const;
  });
  return Object.fromEntries(found.filter(([from, to]) => from !== to));
}
