import type { Occasion, Tone } from '../../src/shared/occasions.ts';

/** Texts of the form that differ between cheerful and quiet occasions. */
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
    firstNameHint: 'What you call them at home.',
    mail: 'Their email',
    mailHint: 'Only for the finished film, on the day you choose. You can add it later.',
    deadlineHint:
      'A day or two before the party works well. You can change it any time, or leave it empty for no deadline.',
    message: 'What would you like to tell everyone?',
    messageHint: 'Your friends see it when they open the link. Say what it’s for, and that it’s a surprise.',
    submit: 'Create my VidDay',
  },
  quiet: {
    who: 'Who is this film in memory of?',
    manyWho: 'Who is this film in memory of?',
    firstNameHint: 'What you called them.',
    mail: 'The family’s email',
    mailHint: 'Only for the finished film. You can add it later, or leave it out.',
    deadlineHint:
      'A day or two before you meet works well. You can change it any time, or leave it empty for no deadline.',
    message: 'What would you like to say to everyone?',
    messageHint: 'Family and friends see it when they open the link. A few words are enough.',
    submit: 'Begin',
  },
};

/** Nobody has died, and nobody is cheerful. */
const GET_WELL: StartWords = {
  ...WORDS.warm,
  deadlineHint: 'A few days from now works well. You can change it any time, or leave it empty for no deadline.',
  message: WORDS.quiet.message,
  messageHint: WORDS.quiet.messageHint,
  submit: WORDS.quiet.submit,
};

export function startWords({ type, tone }: Occasion): StartWords {
  return type === 'getwell' ? GET_WELL : WORDS[tone];
}
