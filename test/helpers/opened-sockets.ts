import { once } from 'node:events';
import { connectSocket, type TestSocket } from './socket.ts';
import type { SignedInUser } from './user.ts';

/** Opens sockets of signed-in users for the tests of the surrounding `describe`, and closes them after each test. */
export function useSockets(app: () => { origin: string }) {
  const opened: TestSocket[] = [];
  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });
  /** `closed` resolves when the server closes the socket. */
  return async function open(person: SignedInUser): Promise<{ closed: Promise<unknown> }> {
    const connected = await connectSocket(app().origin, '/users', { cookie: person.cookie() });
    opened.push(connected);
    return { closed: once(connected.socket as never, 'disconnect') };
  };
}
