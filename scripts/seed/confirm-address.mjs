import { setTimeout as delay } from 'node:timers/promises';

const PAUSE = 500;
/** Timeout for a mail in milliseconds; the worker sends it at once. */
const PATIENCE = 60_000;
/** Mails in the outbox, newest first, each below its heading. */
const MAIL = /<h2.*?(?=<h2|$)/gs;

/**
 * Confirms the address of a signed-in account with the link in its newest mail in the sandbox's outbox.
 *
 * @param {ReturnType<import('../run/visitor.mjs').createVisitor>} person
 * @param {string} email
 * @param {{ shared: Awaited<ReturnType<import('../run/shared.mjs').loadShared>>, signal?: AbortSignal, isNew: boolean
 *   }} options `isNew`: registration has sent the mail; otherwise it is requested here
 */
export async function confirmAddress(person, email, { shared, signal, isNew }) {
  if (!isNew) await person.call(shared.accounts.resendVerification);
  const end = Date.now() + PATIENCE;
  const tried = new Set();
  while (Date.now() < end) {
    const token = await newestToken(person, email);
    if (token && !tried.has(token)) {
      if (await use(person, token, shared)) return;
      tried.add(token);
    }
    await delay(PAUSE, undefined, { signal });
  }
  throw new Error(`no mail came that confirms ${email}`);
}

async function newestToken(person, email) {
  const outbox = await (await person.request('/sandbox/mail')).text();
  const mail = outbox.match(MAIL)?.find((each) => each.includes(email) && each.includes('/auth/activate/'));
  return mail && /\/auth\/activate\/([\w-]+)/.exec(mail)[1];
}

/** False for an outdated link: a newer mail is on its way. */
async function use(person, token, shared) {
  try {
    await person.call(shared.accounts.activate, { params: { token } });
    return true;
  } catch (error) {
    if (error.status === 404 || error.status === 410) return false;
    throw error;
  }
}
