import type { Occasion, Tone } from '../../src/shared/occasions.ts';

/** What the form says where a party and a farewell need other words. */
export interface StartWords {
  who: string;
  manyWho: string;
  firstNameHint: string;
  mail: string;
  mailHint: string;
  deadlineHint: string;
  message: string;
  messageHint: string;
  submit: string;
}

const WORDS: Record<Tone, StartWords> = {
  warm: {
    who: 'Who is it for?',
    manyWho: 'Who are they?',
    firstNameHint: 'As they are called at home.',
    mail: 'Their e-mail',
    mailHint: 'Only for the finished film, on the day you choose. You can add it later.',
    deadlineHint: 'A day or two before the party is good. You can move it at any time, or leave it open.',
    message: 'What would you like to tell everybody?',
    messageHint: 'It stands on the page that your friends open. Say what it is for, and that it is a surprise.',
    submit: 'Wrap it',
  },
  quiet: {
    who: 'Whom do you remember?',
    manyWho: 'Whom do you remember?',
    firstNameHint: 'As you called them.',
    mail: 'E-mail of the family',
    mailHint: 'Only for the finished film. You can add it later, or leave it out.',
    deadlineHint: 'A day or two before you meet is good. You can move it at any time, or leave it open.',
    message: 'What would you like to say to everybody?',
    messageHint: 'It stands on the page that family and friends open. A few words are enough.',
    submit: 'Begin',
  },
};

export function startWords({ tone }: Occasion): StartWords {
  return WORDS[tone];
}
