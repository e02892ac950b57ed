import { listNames, possessive } from './format.ts';
import type { OccasionType } from './occasions.ts';

/** Placeholder for the deadline: replaced by " by Friday, June 12" or removed. */
const BY = '{by}';

/** Suggested invitation to friends; the link follows it. Contains `BY`. @param isGiven it is no surprise any more */
export function invitationFor(type: OccasionType, names: readonly string[], isGiven = false): string {
  const who = listNames(names, 'someone special');
  const opened = opening(type, who);
  const sentences = isGiven
    ? [opened.replace('a surprise film', 'a film'), asking(type)]
    : [opened, asking(type), closing(type, who)];
  return sentences.filter(Boolean).join(' ');
}

function opening(type: OccasionType, who: string): string {
  const surprise = 'I’m making a surprise film';
  switch (type) {
    case 'thankyou':
      return `I’m making a film to say thank you to ${who}.`;
    case 'teacher-appreciation':
      return `We’re making a thank-you film for ${who}.`;
    case 'school':
      return `Our class is making a film for ${who}.`;
    case 'yearbook':
      return `We’re making a video yearbook for ${who}.`;
    case 'business':
      return `The team is making a film for ${who}.`;
    case 'recognition':
      return `We’re making a film in honour of ${who}.`;
    case 'military':
      return `I’m making a film to thank ${who} for serving.`;
    case 'farewell':
      return `We’re making a film to say goodbye to ${who}.`;
    case 'mothers':
      return `${surprise} for ${who} for Mother’s Day.`;
    case 'fathers':
      return `${surprise} for ${who} for Father’s Day.`;
    case 'valentines':
      return `${surprise} for ${who} for Valentine’s Day.`;
    case 'congratulations':
      return `I’m making a film to congratulate ${who}.`;
    case 'getwell':
      return `I’m gathering get-well wishes for ${who} in a film.`;
    case 'memorial':
      return `I’m gathering memories of ${who} in a film.`;
    case 'holiday':
      return `I’m making a holiday film for ${who}.`;
    case 'babyshower':
      return `${surprise} for ${possessive(who)} baby shower.`;
    case 'barmitzvah':
      return `${surprise} for ${possessive(who)} bar mitzvah.`;
    case 'batmitzvah':
      return `${surprise} for ${possessive(who)} bat mitzvah.`;
    case 'birthday':
    case 'anniversary':
    case 'graduation':
    case 'retirement':
    case 'wedding':
      return `${surprise} for ${possessive(who)} ${type}.`;
    case 'other':
      return `${surprise} for ${who}.`;
  }
}

function asking(type: OccasionType): string {
  if (type === 'memorial') return `Would you share one${BY}? A short video, a photo or a few words are all welcome.`;
  return `Can you send a short clip${BY}? It takes a minute, right from your phone.`;
}

function closing(type: OccasionType, who: string): string {
  if (type === 'memorial') return '';
  if (type === 'getwell' || type === 'farewell') return `Please don’t mention it to ${who} yet.`;
  return `Not a word to ${who}!`;
}
