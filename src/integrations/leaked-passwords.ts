import { createHash } from 'node:crypto';

const TIME_LIMIT = 2000;
/** As the service documents it: 800 to 1000 lines; anything much larger is not its answer. */
const ANSWER_MAX = 512 * 1024;

/**
 * Whether a password occurs in known leaks, by the range API of Pwned Passwords: it receives the first five characters
 * of the password's SHA-1 and returns all hashes that begin with them, padded to hide their number.
 * Throws when there is no answer within two seconds.
 * @param origin such as `https://api.pwnedpasswords.com`
 */
export async function isLeakedPassword(password: string, origin: string): Promise<boolean> {
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
  const answer = await fetch(`${origin}/range/${hash.slice(0, 5)}`, {
    headers: { 'add-padding': 'true', 'user-agent': 'vidday' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
  });
  if (!answer.ok) throw new Error(`The list of leaked passwords answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > ANSWER_MAX) throw new Error('The list of leaked passwords answered too much');
  return text.split('\n').some((line) => {
    const [suffix, count] = line.trim().split(':');
    // Padding has a count of 0.
    return suffix === hash.slice(5) && Number(count) > 0;
  });
}
