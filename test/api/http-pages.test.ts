import { expect } from 'chai';
import { createEvent, listEvents } from '../../src/shared/contracts/events.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('http, as a person with a browser sees it', () => {
  const web = useWeb();
  const count = async (name: string) => web().connection.collection(name).countDocuments();

  it('GET / costs no session and no count, and sets no cookie', async () => {
    const before = [await count('sessions'), await count('rate_limits')];
    const responses = await Promise.all(Array.from({ length: 3 }, () => fetch(web().origin, { headers: HTML })));
    for (const { status, headers } of responses) {
      expect(status).to.equal(200);
      expect(headers.get('set-cookie')).to.equal(null);
    }
    expect([await count('sessions'), await count('rate_limits')]).to.deep.equal(before);
  });

  it('GET /api/docs shows the calls', async () => {
    const response = await fetch(`${web().origin}/api/docs`, { headers: HTML });
    expect(response.status).to.equal(200);
    expect(await response.text())
      .to.include('/api/v2/auth/login')
      .and.include('Who may call');
  });

  it('shows a page where there is nothing, and JSON below /api', async () => {
    const page = await fetch(`${web().origin}/nothing`, { headers: HTML });
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(await page.text()).to.include('<h1');
    const call = await fetch(`${web().origin}/api/nothing`, { headers: HTML });
    expect([call.status, call.headers.get('content-type')]).to.deep.equal([404, 'application/json; charset=utf-8']);
  });

  it('shows a refused form again, with the address that was typed', async () => {
    const email = newEmail();
    const response = await newVisitor(web().origin, HTML).postForm('/auth/login', { email, password: 'a wrong one' });
    expect(response.status).to.equal(401);
    const html = await response.text();
    expect(html).to.include(email).and.include('The address or the password is wrong.');
    expect(html).not.to.include('a wrong one');
  });

  it('gives what was prepared without an account to whoever signs in, and to nobody else', async () => {
    const visitor = newVisitor(web().origin);
    const event = await visitor.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] },
    });
    expect(event.creatorId).to.equal(null);
    const stranger = await newUser(web().origin);
    await visitor.postForm('/auth/register', { email: newEmail(), password: 'plum harbour violin 7' });
    const own = await visitor.callBeside(listEvents, { query: {} });
    expect(own.data.map(({ id }) => id)).to.deep.equal([event.id]);
    expect((await stranger.callBeside(listEvents, { query: {} })).data).to.deep.equal([]);
  });
});
