import { PASSWORD_MIN } from '../../../shared/limits.ts';

let listed: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password stands, in whatever case, in the list of 49,000 common ones that `@zxcvbn-ts/language-common` carries.
 * The list is long, so it is read when it is first asked.
 */
export async function isListedPassword(password: string): Promise<boolean> {
  listed ??= readList();
  return (await listed).has(password.toLowerCase());
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((each) => each.length >= PASSWORD_MIN));
}
