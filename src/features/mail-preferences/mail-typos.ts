import MailSpellChecker from '@zootools/email-spell-checker';

const { run, POPULAR_DOMAINS } = MailSpellChecker;

/** Beside those that the library knows; an address at any of them is right as it stands. */
const MORE_PROVIDERS = [
  ...['outlook.com', 'hotmail.com', 'hotmail.co.uk', 'hotmail.fr', 'live.com', 'live.co.uk', 'mail.com', 'mac.com'],
  ...[
    'yahoo.com',
    'yahoo.co.uk',
    'yahoo.de',
    'yahoo.fr',
    'fastmail.com',
    'tutanota.com',
    'tuta.com',
    'gmx.com',
    'gmx.net',
  ],
  ...['gmx.de', 'gmx.at', 'gmx.ch', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org', 'arcor.de', 'bluewin.ch'],
  ...[
    'orange.fr',
    'wanadoo.fr',
    'free.fr',
    'sfr.fr',
    'laposte.net',
    'libero.it',
    'virgilio.it',
    'telenet.be',
    'ziggo.nl',
  ],
  ...[
    'kpnmail.nl',
    'virginmedia.com',
    'talktalk.net',
    'bigpond.com',
    'uol.com.br',
    'bol.com.br',
    'terra.com.br',
    'wp.pl',
  ],
  ...[
    'o2.pl',
    'interia.pl',
    'onet.pl',
    'seznam.cz',
    'mail.ru',
    'yandex.ru',
    'naver.com',
    'daum.net',
    '163.com',
    '126.com',
  ],
  ...['rediffmail.com', 'aol.co.uk', 'telia.com', 'online.no', 'sapo.pt', 'otenet.gr', 'walla.co.il', 'docomo.ne.jp'],
];
const KNOWN = new Set([...POPULAR_DOMAINS, ...MORE_PROVIDERS]);
/** A short name is close to too many others: the firm at ibm.com means what it says. */
const TARGETS = [...KNOWN].filter((domain) => (domain.split('.')[0] ?? '').length > 3);

/** Names that are right under many endings. */
const NAMES = ['yahoo', 'hotmail', 'outlook'];

/** The address that was most likely meant by `email` (lower case, of the right form); null where it may well be right. Pure. */
export function likelyMeant(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (KNOWN.has(domain)) return null;
  // Of the part before the @ only its being there matters.
  const meant = run({ email: `a@${domain}`, domains: TARGETS, secondLevelDomains: NAMES })?.domain;
  return meant && meant !== domain ? email.slice(0, at + 1) + meant : null;
}
