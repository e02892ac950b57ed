import type { ProviderName } from '../../src/shared/contracts/identities.ts';
import { ask } from './http-client.ts';
import type { Visitor } from './user.ts';

/** What somebody types at the provider's page. */
export interface Person {
  email: string;
  subject?: string;
  firstName?: string;
  lastName?: string;
  /** Default: true. */
  isConfirmed?: boolean;
  /** Default: true. */
  isHosted?: boolean;
}

/** Sets out to a provider: the query that it is asked with. */
export async function setOut(visitor: Visitor, name: ProviderName, query = ''): Promise<URLSearchParams> {
  const response = await visitor.fetch(`/auth/${name}${query}`);
  const asked = new URL(response.headers.get('location') ?? '', 'http://none.invalid');
  if (asked.pathname !== `/sandbox/sign-in/${name}`) throw new Error(`Led to ${asked.pathname}${asked.search}`);
  return asked.searchParams;
}

/** Says who one is, or goes back: where the provider sends the browser, as a path. */
export async function sayWho(
  visitor: Visitor,
  name: ProviderName,
  asked: URLSearchParams,
  person: Person | null,
): Promise<string> {
  const { isConfirmed = true, isHosted = true, ...typed } = person ?? {};
  const response = await visitor.postForm(`/sandbox/sign-in/${name}`, {
    request: String(asked),
    ...(person ? { ...typed } : { answer: 'back' }),
    ...(isConfirmed && { isConfirmed: 'yes' }),
    ...(isHosted && { isHosted: 'yes' }),
  });
  const back = response.headers.get('location');
  if (response.status !== 303 || !back) throw new Error(`The provider answers ${response.status}`);
  return back;
}

/** Comes back to the app as a browser does; Apple's page posts from another site, so that no cookie comes along. */
export async function comeBack(visitor: Visitor, origin: string, name: ProviderName, back: string): Promise<string> {
  let path = back;
  if (name === 'apple') {
    const posted = await ask(`${origin}/auth/apple/callback`, {
      method: 'POST',
      headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(new URL(back, origin).search),
    });
    path = posted.headers.get('location') ?? '';
  }
  const response = await visitor.fetch(path);
  return response.headers.get('location') ?? `${response.status}`;
}

/** The whole way to a provider and back: where the app leads in the end. */
export async function enterBy(
  visitor: Visitor,
  origin: string,
  name: ProviderName,
  person: Person | null,
  query = '',
): Promise<string> {
  const asked = await setOut(visitor, name, query);
  return comeBack(visitor, origin, name, await sayWho(visitor, name, asked, person));
}
