import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { useApi } from '../helpers/api-app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { newUser } from '../helpers/user.ts';

describe('the socket limit of an address', () => {
  const api = useApi({ env: { TRUST_PROXY: '1' }, socketsPerAddress: 2 });
  const opened: TestSocket[] = [];
  const open = async (...args: Parameters<typeof connectSocket>) => {
    const socket = await connectSocket(...args);
    opened.push(socket);
    return socket;
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const failure = (connecting: Promise<unknown>): Promise<string> =>
    connecting.then(
      () => 'connected',
      (error: Error) => error.message,
    );

  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  it('refuses handshakes over all namespaces, while other addresses connect', async () => {
    const { origin } = api();
    const user = await newUser(origin);
    await open(origin, '/public', from('203.0.113.7'));
    await open(origin, '/users', { ...from('203.0.113.7'), cookie: user.cookie() });
    expect(await failure(open(origin, '/public', from('203.0.113.7')))).to.equal('websocket error');
    await open(origin, '/public', from('203.0.113.8'));
  });

  it('gives the reason in the refused handshake', async () => {
    const { origin } = api();
    await open(origin, '/public', from('203.0.113.17'));
    await open(origin, '/public', from('203.0.113.17'));
    const headers = {
      ...from('203.0.113.17'),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const asked = request(`${origin}/socket.io/?EIO=4&transport=websocket`, { headers }).end();
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).to.equal(400);
    expect(String(Buffer.concat(await answer.toArray()))).to.include('too many open connections');
  });

  it('frees a place when a socket closes', async () => {
    const { origin } = api();
    const [first] = [
      await open(origin, '/public', from('203.0.113.27')),
      await open(origin, '/public', from('203.0.113.27')),
    ];
    expect(await failure(open(origin, '/public', from('203.0.113.27')))).to.equal('websocket error');
    first.close();
    const isIn = async () => (await failure(open(origin, '/public', from('203.0.113.27')))) === 'connected';
    await eventually('the free place', isIn);
    expect(await failure(open(origin, '/public', from('203.0.113.27')))).to.equal('websocket error');
  });

  it('counts one IPv6 network as one address', async () => {
    const { origin } = api();
    await open(origin, '/public', from('2001:db8:1:2::1'));
    await open(origin, '/public', from('2001:db8:1:2::2'));
    expect(await failure(open(origin, '/public', from('2001:db8:1:2::3')))).to.equal('websocket error');
    await open(origin, '/public', from('2001:db8:1:3::1'));
  });
});
