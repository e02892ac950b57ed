import { expect } from 'chai';
import type { Visitor } from './user.ts';

export interface Answered {
  status: number;
  code: string | undefined;
  data: Record<string, unknown>;
}

/** What a call of the API answers, refused or not; fails where it is one too many or broke. */
export async function ask(who: Visitor, method: string, path: string, body?: object): Promise<Answered> {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await who.fetch(path, { method, ...sent });
  const { data, error } = (await answer.json()) as { data?: Record<string, unknown>; error?: { code: string } };
  expect(answer.status, `${method} ${path}`).not.to.be.oneOf([429, 500]);
  return { status: answer.status, code: error?.code, data: data ?? {} };
}
