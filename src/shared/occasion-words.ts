/** Occasion texts with names: titles, prompts, the first line of an invitation. */
import { listNames, possessive } from './format.ts';
import type { OccasionType } from './occasions.ts';

/**
 * Title of an event, such as "Ruth’s birthday" or "In memory of Walter".
 * @param names first names of the recipients, in order
 * @param other the creator's words for the occasion `other`
 */
export function titleFor(type: OccasionType, names: readonly string[], other?: string | null): string {
  const who = listNames(names, 'someone special');
  const whose = possessive(who);
  switch (type) {
    case 'other':
      return other?.trim() ? `${other.trim()}: ${who}` : `Something for ${who}`;
    case 'thankyou':
    case 'teacher-appreciation':
      return `Thank you, ${who}`;
    case 'school':
      return `The class video for ${who}`;
    case 'yearbook':
      return `${whose} yearbook`;
    case 'business':
      return `From the team to ${who}`;
    case 'recognition':
      return `Honouring ${who}`;
    case 'military':
      return `Thank you for serving, ${who}`;
    case 'farewell':
      return `Goodbye and good luck, ${who}`;
    case 'mothers':
      return `Mother’s Day for ${who}`;
    case 'fathers':
      return `Father’s Day for ${who}`;
    case 'congratulations':
      return `Congratulations, ${who}`;
    case 'valentines':
      return `A valentine for ${who}`;
    case 'getwell':
      return `Get well soon, ${who}`;
    case 'memorial':
      return `In memory of ${who}`;
    case 'holiday':
      return `Happy holidays, ${who}`;
    case 'babyshower':
      return `${whose} baby shower`;
    case 'barmitzvah':
      return `${whose} bar mitzvah`;
    case 'batmitzvah':
      return `${whose} bat mitzvah`;
    case 'birthday':
    case 'anniversary':
    case 'graduation':
    case 'retirement':
    case 'wedding':
      return `${whose} ${type}`;
  }
}

/**
 * Questions for contributors, by occasion. `{name}` is the recipient, `{they}` the same as a subject; `{does|do}`
 * chooses singular or plural.
 */
const PROMPTS: Readonly<Record<OccasionType, readonly string[]>> = {
  birthday: [
    'What did {they} teach you that you still do?',
    'Describe {name} in three words.',
    'Which story about {name} do you tell most often?',
    'What do you wish {name} for the year ahead?',
    'Sing one line. Off-key is fine.',
  ],
  other: [
    'What would you like {name} to know?',
    'What is your favourite memory with {name}?',
    'What makes today worth marking?',
    'Show {name} where you are right now.',
  ],
  anniversary: [
    'When did you know they belonged together?',
    'What have you learned from them about staying together?',
    'Which moment with {name} do you remember best?',
    'What should they do on their next anniversary?',
  ],
  thankyou: [
    'What did {they} do that you never thanked them for?',
    'What would have gone wrong without {name}?',
    'When did {they} turn up just in time?',
    'Say thank you in the way only you would.',
  ],
  school: [
    'What will you still remember in ten years?',
    'What was the funniest moment in class?',
    'What did {they} help you with this year?',
    'Show us your favourite place at school.',
  ],
  'teacher-appreciation': [
    'Which of {name}’s lessons did you talk about at home?',
    'What can you do now that you couldn’t before?',
    'When did {they} first believe in you?',
    'What {does|do} {they} always say? Do the voice.',
  ],
  graduation: [
    'What did you know {they} would manage all along?',
    'What should {they} never stop doing?',
    'One piece of advice that nobody gave you?',
    'Where will {they} be in ten years?',
    'Which late night do you remember?',
  ],
  yearbook: [
    'What is this year’s story that nobody will believe?',
    'Who surprised you, and how?',
    'What would you write on the last page?',
    'Which song was this year?',
  ],
  business: [
    'What {does|do} {they} do better than anyone here?',
    'Which project would have failed without {name}?',
    'What have you learned from working with {name}?',
    'What is the running joke, and can it be told?',
  ],
  recognition: [
    'What did {they} do that others should know about?',
    'Who is better off because of {name}?',
    'When did you first notice what {they} {was|were} doing?',
    'What would you like to thank {name} for?',
  ],
  military: [
    'What is waiting for {name} at home?',
    'What are you proudest of?',
    'Tell {name} what a normal day here looks like.',
    'What will you do together first?',
  ],
  retirement: [
    'What will nobody be able to do without {name}?',
    'What was it like on {name}’s first day, or yours?',
    'What should {they} do on the first free Monday?',
    'Which of {name}’s sayings will live on here?',
  ],
  farewell: [
    'What will be missing when {they} {has|have} gone?',
    'Which place will always remind you of {name}?',
    'What should {they} pack and never forget?',
    'When will you see each other again?',
  ],
  wedding: [
    'When did you know that this was it?',
    'What should they keep doing after forty years?',
    'What did {they} say after the first date?',
    'One thing every couple should quarrel about less?',
    'Raise a glass, wherever you are.',
  ],
  mothers: [
    'What do you do exactly the way she does?',
    'Which dish tastes right only at her table?',
    'What did she say that you understood much later?',
    'What would you like to do with her this year?',
  ],
  fathers: [
    'What did he teach you with few words?',
    'What can nobody fix but him?',
    'Which of his jokes do you tell these days?',
    'Where would you like to go with him again?',
  ],
  congratulations: [
    'What did you think when you heard the news?',
    'When did you see how hard {they} worked for it?',
    'How should {they} celebrate?',
    'What comes next?',
  ],
  valentines: [
    'When did you first notice {name}?',
    'Which small thing do you love about {name}?',
    'Where would you like to wake up together?',
    'Say it as if nobody else could hear.',
  ],
  getwell: [
    'What are you looking forward to doing with {name}?',
    'Tell {name} something from outside the window.',
    'What made you laugh this week?',
    'What helps you on a long day?',
    'What are you taking care of until {they} {is|are} back?',
  ],
  memorial: [
    'What would you like to say to {name}?',
    'Which day with {name} do you think of most?',
    'What did {they} give you that you keep?',
    'What should people who never met {name} know?',
    'Is there a song, a place or a smell that brings {name} back?',
  ],
  babyshower: [
    'What kind of {parent|parents} will {they} be?',
    'Which song should the baby hear first?',
    'What is the one thing nobody tells you before?',
    'What will you teach the little one?',
  ],
  barmitzvah: [
    'What makes you proud of {name} today?',
    'What {was|were} {they} like as {a small boy|small boys}?',
    'What do you hope {name} will carry on?',
    'What advice did you get at thirteen?',
  ],
  batmitzvah: [
    'What makes you proud of {name} today?',
    'What {was|were} {they} like as {a small girl|small girls}?',
    'What should {she|they} never let anyone talk {her|them} out of?',
    'What advice did you need at {her|their} age?',
  ],
  holiday: [
    'What does it smell like where you are?',
    'Which tradition would you never give up?',
    'What would you put under the tree for {name}?',
    'What was the best thing about this year?',
  ],
};

/** Three to six suggested prompts with names filled in. Without names they say "them". */
export function promptsFor(type: OccasionType, names: readonly string[]): string[] {
  const given = names.filter((name) => name.trim());
  const them = listNames(given, 'them');
  const they = listNames(given, 'they');
  const their = given.length > 0 ? possessive(them) : 'their';
  const isOne = given.length === 1;
  return PROMPTS[type].map((prompt) =>
    prompt
      .replaceAll('{name}’s', their)
      .replaceAll('{name}', them)
      .replaceAll('{they}', they)
      .replace(/\{([^{}|]+)\|([^{}|]+)\}/g, (_, one: string, many: string) => (isOne ? one : many)),
  );
}

/** Fills names into suggested prompts that were chosen without any, or with those from `before`; custom prompts stay unchanged. */
export function withNames(
  type: OccasionType,
  { names, before, prompts }: Record<'names' | 'before' | 'prompts', readonly string[]>,
): string[] {
  const suggested = [promptsFor(type, []), promptsFor(type, before)];
  const named = promptsFor(type, names);
  return prompts.map((prompt) => {
    const chosen = suggested.find((each) => each.includes(prompt));
    return (chosen && named[chosen.indexOf(prompt)]) ?? prompt;
  });
}

interface PromptsSubject {
  occasion: OccasionType;
  recipients: readonly { firstName: string }[];
}

/**
 * Prompts for other names or another occasion: suggested ones are replaced by those in their place, custom ones stay.
 */
export function promptsAfter(before: PromptsSubject, after: PromptsSubject, prompts: readonly string[]): string[] {
  const [known, now] = [before, after].map(({ occasion, recipients }) =>
    promptsFor(
      occasion,
      recipients.map(({ firstName }) => firstName),
    ),
  );
  const replaced = prompts.map((prompt) => {
    const at = known?.indexOf(prompt) ?? -1;
    return at < 0 ? prompt : now?.[at];
  });
  return [...new Set(replaced)].filter((prompt) => prompt !== undefined);
}
