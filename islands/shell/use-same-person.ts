import { useEffect } from 'react';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { api, isAborted } from '../runtime/api.ts';
import { reloadPage } from './tabs.ts';

/** How often a page that is seen asks who is signed in, in milliseconds. */
const EVERY = 5 * 60_000;
/** A page hidden for longer checks at once when it is visible again, in milliseconds. */
const AWAY = 60_000;

/**
 * Reloads when the session ends or its user changes: logged out from another device, expired, or impersonation ended.
 * @param email user that the page was rendered for; null disables it
 */
export function useSamePerson(email: string | null): void {
  useEffect(() => (email === null ? undefined : watchPerson(email)), [email]);
}

/** Returns a function that stops it. */
function watchPerson(email: string): () => void {
  let asking: AbortController | null = null;
  let hiddenSince = document.hidden ? Date.now() : null;

  async function ask(): Promise<void> {
    if (asking) return;
    const call = new AbortController();
    asking = call;
    try {
      const user = await api.call(whoAmI, { signal: call.signal });
      if (user?.email !== email && !call.signal.aborted) reloadPage();
    } catch (error) {
      if (!isAborted(error)) console.info('Who is signed in could not be asked.', error);
    } finally {
      if (asking === call) asking = null;
    }
  }
  const onTurn = () => {
    if (!document.hidden) void ask();
  };
  const onSight = () => {
    const isBack = !document.hidden && hiddenSince !== null && Date.now() - hiddenSince > AWAY;
    hiddenSince = document.hidden ? (hiddenSince ?? Date.now()) : null;
    if (isBack) void ask();
  };
  const onLeave = () => asking?.abort();
  const turns = setInterval(onTurn, EVERY);
  document.addEventListener('visibilitychange', onSight);
  window.addEventListener('pagehide', onLeave);
  return () => {
    clearInterval(turns);
    document.removeEventListener('visibilitychange', onSight);
    window.removeEventListener('pagehide', onLeave);
    onLeave();
  };
}
