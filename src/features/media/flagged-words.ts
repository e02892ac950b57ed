import type { FlagReason } from '../../shared/moderation.ts';
import { wordsOf } from '../../shared/search-words.ts';
import type { StoredMedia } from './media.model.ts';

/* Clips whose words somebody at the desk should read. A friendly insult is common in birthday films, so nothing is refused. */

const CRUDE = new Set(
  'arsehole asshole bastard bitch cunt dickhead fuck fucked fucker fucking motherfucker paedo pedo rapist shithead slut twat wanker whore'.split(
    ' ',
  ),
);
const PHRASES = ['kill yourself', 'go die', 'i will find you', 'i know where you live'];
const LINK = /\bhttps?:\/\/|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|net|org|info|biz|shop|xyz|top|ru|io|me|ly)\b/i;

type Words = Pick<StoredMedia, 'caption' | 'text'> & {
  contributor?: { name: string; with?: readonly string[] | null } | null;
  captions?: readonly { text: string }[] | null;
};

/** Why staff should read a clip’s words: crude ones, or the address of a page; empty for most. */
export function flagsOf({ caption, text, contributor, captions }: Words): FlagReason[] {
  const texts = [
    caption,
    text,
    contributor?.name,
    ...(contributor?.with ?? []),
    ...(captions ?? []).map((cue) => cue.text),
  ];
  const said = texts.filter((each) => typeof each === 'string').join('\n');
  const words = wordsOf(said);
  const plain = ` ${words.join(' ')} `;
  const isCrude = words.some((word) => CRUDE.has(word)) || PHRASES.some((phrase) => plain.includes(` ${phrase} `));
  return [...(isCrude ? (['words'] as const) : []), ...(LINK.test(said) ? (['link'] as const) : [])];
}
