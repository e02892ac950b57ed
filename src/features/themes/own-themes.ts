import type { Transition } from '../../shared/contracts/themes.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { DesignName } from './design/designs.ts';

/** A built-in theme; its design has the type and colours. */
export interface OwnTheme {
  name: string;
  /** Two short sentences for the chooser. */
  about: string;
  transition: Transition;
  occasions: readonly OccasionType[];
  /** It opens with all clips at once. */
  isCollage?: boolean;
}

/** In the order in which they are offered. */
export const OWN_THEMES: Readonly<Record<DesignName, OwnTheme>> = {
  confetti: {
    name: 'Confetti',
    about: 'Paper confetti comes down around the name. Good for anything loud.',
    transition: 'slide',
    occasions: ['birthday', 'congratulations', 'graduation', 'barmitzvah', 'batmitzvah', 'babyshower', 'other'],
  },
  postcards: {
    name: 'Postcards',
    about: 'A card flies in, then its stamp. Best with lots of people far away.',
    transition: 'slide',
    occasions: ['birthday', 'thankyou', 'farewell', 'military', 'anniversary', 'retirement', 'holiday', 'other'],
  },
  garden: {
    name: 'Garden party',
    about: 'Flowers grow in from the corners. Light and friendly.',
    transition: 'fade',
    occasions: ['mothers', 'wedding', 'anniversary', 'thankyou', 'teacher-appreciation', 'birthday', 'babyshower'],
  },
  marquee: {
    name: 'Marquee',
    about: 'The bulbs of a theatre sign light up. For somebody who deserves top billing.',
    transition: 'zoom',
    occasions: ['birthday', 'retirement', 'recognition', 'congratulations', 'fathers', 'business', 'barmitzvah'],
  },
  scrapbook: {
    name: 'Scrapbook',
    about: 'Notes, tape and handwriting. Warm and homemade.',
    transition: 'slide',
    occasions: ['anniversary', 'fathers', 'mothers', 'yearbook', 'birthday', 'farewell', 'thankyou', 'other'],
  },
  bold: {
    name: 'Big letters',
    about: 'A poster with the name as large as it gets. Plain and proud.',
    transition: 'slide',
    occasions: ['graduation', 'business', 'recognition', 'congratulations', 'birthday', 'school'],
  },
  night: {
    name: 'Night lights',
    about: 'Stars come out and a string of lights goes on. For an evening together.',
    transition: 'fade',
    occasions: ['wedding', 'babyshower', 'anniversary', 'birthday', 'batmitzvah', 'valentines', 'holiday'],
  },
  'home-movie': {
    name: 'Home movie',
    about: 'The leader of an old reel of film. Good with old photos.',
    transition: 'cut',
    occasions: ['fathers', 'anniversary', 'retirement', 'birthday', 'military', 'other'],
  },
  letter: {
    name: 'Love letter',
    about: 'A letter slides out of its envelope. Tender.',
    transition: 'fade',
    occasions: ['valentines', 'wedding', 'anniversary', 'mothers'],
  },
  chalk: {
    name: 'Chalkboard',
    about: 'Chalk on a board, with an apple. From the whole class.',
    transition: 'slide',
    occasions: ['school', 'teacher-appreciation', 'graduation', 'yearbook', 'thankyou'],
  },
  winter: {
    name: 'Winter lights',
    about: 'Snow falls between fir branches. For the end of the year.',
    transition: 'fade',
    occasions: ['holiday'],
  },
  linen: {
    name: 'Linen',
    about: 'Linen, two thin lines and a twig. Quiet, nothing hurries.',
    transition: 'fade',
    occasions: ['memorial', 'getwell', 'farewell', 'wedding', 'retirement'],
  },
  candle: {
    name: 'Candlelight',
    about: 'One candle in the dark. For remembering.',
    transition: 'fade',
    occasions: ['memorial'],
  },
  shore: {
    name: 'Still water',
    about: 'The sun comes up over a lake. Calm, and looks ahead.',
    transition: 'fade',
    occasions: ['getwell', 'farewell', 'memorial', 'retirement'],
  },
  waves: {
    name: 'Everybody waves',
    about: 'Bright windows full of people. Made for a crowd.',
    transition: 'slide',
    occasions: ['birthday', 'farewell', 'school', 'congratulations', 'graduation', 'thankyou', 'business', 'other'],
    isCollage: true,
  },
  wall: {
    name: 'Family wall',
    about: 'Framed pictures, hung along the stairs. Calm and homely.',
    transition: 'fade',
    occasions: ['anniversary', 'mothers', 'fathers', 'wedding', 'retirement', 'babyshower', 'yearbook', 'birthday'],
    isCollage: true,
  },
};

/** For films without celebration. */
export const QUIET: readonly string[] = ['linen', 'candle', 'shore'] satisfies DesignName[];
