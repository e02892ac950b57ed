/** What tabs of one browser tell each other about the session that they share. */
export type TabMessage = 'logout' | 'login-success';

export interface Tabs {
  tell(message: TabMessage): void;
  close(): void;
}

const NAME = 'vidday-session';

/** Joins the other tabs; where a browser can't do that, each tab finds out by its next request. */
export function joinTabs(onMessage: (message: TabMessage) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'logout' || data === 'login-success') onMessage(data);
  };
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Asks for the page anew. A form that came back with words was posted, and must not be posted again. */
export function reloadPage(): void {
  const { pathname, search, hash } = window.location;
  // An address that differs only behind `#` would not be asked for.
  if (hash) window.history.replaceState(window.history.state, '', pathname + search);
  window.location.replace(pathname + search);
}
