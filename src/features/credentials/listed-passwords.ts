import { unleeted } from './common-passwords.ts';

/** Shorter entries of the list, such as `love`, are part of too many good passwords. */
const BASE_MIN = 4;

let listed: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password is based on one of the 49,000 common ones of `@zxcvbn-ts/language-common`: in any case or in leet,
 * with no more digits and signs around it than its own length. The list is loaded on first use.
 */
export async function isListedPassword(password: string): Promise<boolean> {
  listed ??= readList();
  const list = await listed;
  const lower = password.normalize('NFKC').toLowerCase();
  if (list.has(lower)) return true;
  return [lower, unleeted(lower)]
    .flatMap(basesOf)
    .some((base) => base.length >= BASE_MIN && base.length * 2 >= lower.length && list.has(base));
}

/** What is left without signs at the end, without digits and signs there, and without them on both sides. */
function basesOf(text: string): string[] {
  const plain = text.replace(/[^\p{L}\p{N}]+$/u, '');
  const word = text.replace(/\P{L}+$/u, '');
  return [plain, word, plain.replace(/^[^\p{L}\p{N}]+/u, ''), word.replace(/^\P{L}+/u, '')];
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
