import { isLeakedPassword } from '../../integrations/leaked-passwords.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isListedPassword } from './listed-passwords.ts';

/** Known to everyone who attacks this site. */
const PRODUCT = ['vidday'];
/** Shorter names are part of too many words. */
const NAME_MIN = 4;

/** Whose password it is to be. */
export interface PasswordOwner {
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * FIELDS_REFUSED at `field` for a password that attackers try first: a common or leaked one, or one that contains the
 * product's name or the owner's name or address. Any characters are allowed; the contract sets the length.
 */
export async function checkNewPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const { email, firstName, lastName } = owner;
  const local = email.split('@')[0] ?? '';
  const own = [email, local, firstName, lastName];
  if (isCommonPassword(password, own) || (await isListedPassword(password))) {
    throw refusal(field, 'This password is easy to guess. A few unrelated words make a good one.');
  }
  const plain = lettersOf(password);
  const isIn = (word: string) => lettersOf(word).length >= NAME_MIN && plain.includes(lettersOf(word));
  if ([...PRODUCT, ...own, ...lastName.split(/\s+/)].some(isIn)) {
    throw refusal(field, 'Please keep your name, your address and ours out of the password: they’re tried first.');
  }
  if (await hasLeaked(password)) {
    throw refusal(
      field,
      'This password is on a list of stolen ones from another site. Please choose one that’s yours alone.',
    );
  }
}

/** An outage of the list does not block sign-ups. */
async function hasLeaked(password: string): Promise<boolean> {
  const { config, log } = platform();
  if (!config.leakedPasswordsUrl) return false;
  try {
    return await isLeakedPassword(password, config.leakedPasswordsUrl);
  } catch (error) {
    log.warn({ err: error }, 'the list of leaked passwords could not be asked');
    return false;
  }
}

/** Without case, accents, spaces and signs. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function refusal(field: string, words: string): AppError {
  return new AppError('FIELDS_REFUSED', { message: 'Please choose a different password.', fields: { [field]: words } });
}
