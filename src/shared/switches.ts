import { keysOf } from './known-values.ts';

/** What admins can turn off, or give to some people first. Everything is on until somebody changes it. */
export const SWITCHES = {
  uploads: {
    label: 'New uploads',
    about: 'Sending videos, photos, voice messages and songs. Uploads that have begun go on, and text still works.',
    off: 'people are asked to try again in a few minutes. Use it when the disk or the line is in trouble.',
  },
  premieres: {
    label: 'Premieres',
    about: 'Planning a time to watch the film together. Planned ones take place.',
    off: 'no new premiere can be planned.',
  },
  captions: {
    label: 'Captions by listening',
    about: 'Writing down what is said in a clip. Captions can always be typed.',
    off: 'people who ask for it read that it’s not possible right now. Use it when the service behind it fails or costs too much.',
  },
} as const;

export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = keysOf(SWITCHES);

/** The audience of a switch. VidDays count as the account that made them. */
export const AUDIENCES = ['everybody', 'nobody', 'staff', 'share', 'accounts'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Accounts that one switch can list. */
export const SWITCH_ACCOUNTS_MAX = 200;
