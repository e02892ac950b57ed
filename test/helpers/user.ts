import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { type ApiClient, createApiClient } from '../../src/shared/api-client.ts';
import { login, register, type User } from '../../src/shared/contracts/accounts.ts';
import type { StaffRole, UserRole } from '../../src/shared/roles.ts';
import { type Authenticator, newAuthenticator } from './authenticator.ts';
import { ask } from './http-client.ts';
import { enterByPasskey, keepPasskey } from './passkeys.ts';
import { confirmAddress } from './second-factor.ts';

/** Somebody in front of a browser of their own: keeps cookies, calls the API by its contracts. */
export interface Visitor extends ApiClient {
  /** A request to a path of the app, with this browser's cookies; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Posts a form as a page without script does. */
  postForm(path: string, fields: Record<string, string>): Promise<Response>;
  /** What a browser would send in `Cookie`; empty without cookies. */
  cookie(): string;
}

export interface SignedInUser extends Visitor {
  user: User;
  password: string;
  /** Holds the passkey that staff come with. */
  device?: Authenticator;
}

/** A visitor who is not signed in. */
export function newVisitor(origin: string, headers: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) if (!sent.has(name)) sent.set(name, value);
    if (cookies.size > 0) sent.set('cookie', cookie());
    const response = await ask(input, { ...init, headers: sent });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  }
  return {
    ...createApiClient({ origin, fetch: send, retryDelay: 10 }),
    fetch: (path, init) => send(origin + path, init),
    postForm: (path, fields) => send(origin + path, { method: 'POST', body: new URLSearchParams(fields) }),
    cookie,
  };
}

/** Somebody with an account of their own, signed in; staff with a passkey, so that their role counts. */
export async function newUser(origin: string, facts: { role?: UserRole; email?: string } = {}): Promise<SignedInUser> {
  const password = 'plum harbour violin 7';
  const email = facts.email ?? newEmail();
  const visitor = newVisitor(origin);
  const user = await visitor.call(register, { body: { email, password, firstName: 'Ada' } });
  const person = { ...visitor, user, password };
  return facts.role && facts.role !== 'user' ? asStaff(person, facts.role) : person;
}

async function asStaff(person: SignedInUser, role: StaffRole): Promise<SignedInUser> {
  await confirmAddress(mongoose.connection, person.user.email);
  const device = newAuthenticator(platform().config.appOrigin);
  await keepPasskey(person, device);
  await enterByPasskey(person, device);
  return { ...person, user: (await changeRole(person.user.email, role, null)).user, device };
}

/** The same person in another browser, staff again with their passkey. */
export async function signInElsewhere(origin: string, person: SignedInUser): Promise<SignedInUser> {
  const { user, password, device } = person;
  const visitor = newVisitor(origin);
  if (device) await enterByPasskey(visitor, device);
  else await visitor.call(login, { body: { email: user.email, password } });
  return { ...visitor, user, password, ...(device && { device }) };
}

/** An address that nobody else has in this run. */
export function newEmail(): string {
  return `somebody-${randomBytes(6).toString('hex')}@example.com`;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1);
  const expires = attributes.map((text) => /^\s*expires=(.+)$/i.exec(text)?.[1]).find(Boolean);
  if (value === '' || (expires && Date.parse(expires) <= Date.now())) cookies.delete(name);
  else cookies.set(name, value);
}
