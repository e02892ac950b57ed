const listed = (words: string) => words.split(' ');

/** Stop words, without apostrophes. */
export const IDLE: ReadonlySet<string> = new Set([
  ...listed(
    'a about after again all also an and any are as at be been but by can could did do does for from get got had',
  ),
  ...listed(
    'has have how i if im in into is isnt it its ive just me my no not of on or our own please so some than that',
  ),
  ...listed(
    'the their them then there they this to too up us use using want was we what when where which who why will',
  ),
  ...listed('with without would you your cant cannot couldnt didnt doesnt dont wont vidday'),
  ...listed('one two three four five six seven eight nine ten first second'),
]);

/** Synonyms that people use, and our terms. */
export const ALIKE: readonly (readonly [words: readonly string[], here: readonly string[]])[] = [
  [['download'], ['save']],
  [
    ['tv', 'cinema', 'projector', 'beamer'],
    ['television', 'party'],
  ],
  [
    ['spam', 'junk', 'unsubscribe'],
    ['mail', 'email'],
  ],
  [
    ['invoice', 'bill', 'refund', 'buy'],
    ['pay', 'payment'],
  ],
  [
    ['passkey', 'passcode', 'factor', 'authenticator', 'verification'],
    ['account', 'password'],
  ],
  [
    ['login', 'signin'],
    ['log', 'account'],
  ],
  [
    ['captions', 'subtitles'],
    ['title', 'words'],
  ],
  [['mic'], ['microphone']],
  [['receiver', 'addressee'], ['recipient']],
  [['present'], ['gift', 'give']],
  [['song', 'soundtrack'], ['music']],
  [
    ['friend', 'guest'],
    ['people', 'invite'],
  ],
  [['erase'], ['delete', 'withdraw']],
  [['cancel'], ['withdraw', 'delete']],
];
