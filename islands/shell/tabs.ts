/** Messages between tabs that share a session. */
export type TabMessage = 'logout' | 'login-success';

export interface Tabs {
  tell(message: TabMessage): void;
  close(): void;
}

const NAME = 'vidday-session';

/** Connects the tabs; without BroadcastChannel, a tab notices on its next request. */
export function joinTabs(onMessage: (message: TabMessage) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'logout' || data === 'login-success') onMessage(data);
  };
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Reloads by URL: a form that was posted must not be posted again. */
export function reloadPage(): void {
  const { pathname, search, hash } = window.location;
  // A URL that differs only in its fragment would not be requested.
  if (hash) window.history.replaceState(window.history.state, '', pathname + search);
  window.location.replace(pathname + search);
}
