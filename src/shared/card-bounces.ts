import { isKeyOf } from './known-values.ts';

/** By the partner’s words for why a mail came back. */
const WORDS = {
  invalid_email: 'There’s no such address, or it has a typo.',
  invalid_domain: 'What comes after the @ takes no email. It may have a typo.',
  mailbox_unavailable: 'The mailbox is full, or takes no email at the moment.',
  apple_private_relay: 'It’s a private address of Apple’s, which only takes email from senders that its owner allowed.',
  domain_block: 'The email provider blocked it.',
  spam_report: 'Email from our gift card partner was marked as spam there before.',
};

/** Why the mail with a gift card came back, in a sentence. @param why the partner’s word; may be empty */
export function bounceWords(why: string): string {
  return isKeyOf(WORDS, why) ? WORDS[why] : 'The mail server there didn’t take it.';
}
