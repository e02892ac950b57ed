import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { HtmlValidate } from 'html-validate';
import { Types } from 'mongoose';
import { HTML_RULES } from '../../scripts/audit/html-rules.mjs';
import { answerChat, listDesk } from '../../src/shared/contracts/chat-desk.ts';
import { newChatter } from '../helpers/chat.ts';
import { newEmail, newUser, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { expectSound } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

describe('chat pages', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let staff: SignedInUser;
  let address = 0;

  const stranger = () => newChatter(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const answer = (id: string, text: string, clientId = randomUUID()) =>
    staff.call(answerChat, { params: { id }, body: { clientId, text } });

  before(async () => {
    staff = await newUser(web().origin, { role: 'editor' });
  });

  const HTML = { accept: 'text/html' };
  const page = async (visitor: Visitor, path: string) => {
    const answer = await visitor.fetch(path, { headers: HTML });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };

  it('accept a form once however often it is sent, and show missing fields', async () => {
    const { visitor } = stranger();
    const fields = { email: 'form@example.com', text: `From the form ${randomUUID()}` };
    for (let sent = 0; sent < 2; sent++) {
      const answer = await visitor.postForm('/help/contact', fields);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, '/help/contact?sent=1']);
    }
    const { data } = await staff.callBeside(listDesk, { query: { q: fields.text } });
    expect(data.map(({ email, unread }) => [email, unread])).to.deep.equal([[fields.email, 1]]);
    const refused = await visitor.postForm('/help/contact', { email: 'nowhere', text: 'Still <here>' });
    const html = await refused.text();
    expect(refused.status).to.equal(422);
    expect(html).to.include('Check the address').and.include('Still &lt;here&gt;');
  });

  it('prefill a signed-in user’s address', async () => {
    const person = await newUser(web().origin);
    const form = await person.fetch('/help/contact', { headers: { accept: 'text/html' } });
    expect(await form.text()).to.include(`value="${person.user.email}"`);
    const fields = { email: newEmail(), text: `My own mailbox is full ${randomUUID()}` };
    expect((await person.postForm('/help/contact', fields)).status).to.equal(303);
    const { data } = await staff.callBeside(listDesk, { query: { q: fields.text } });
    expect(data.map(({ email, hasAccount }) => [email, hasAccount])).to.deep.equal([[fields.email, true]]);
  });

  it('open the desk to staff only', async () => {
    const user = await newUser(web().origin);
    const { id } = await stranger().start('For staff only');
    for (const path of ['/staff/chat', `/staff/chat/${id}`]) {
      expect((await page(stranger().visitor, path)).headers.get('location')).to.match(/^\/auth\/login/);
      const refused = await page(user, path);
      expect(refused.status).to.equal(403);
      expect(refused.html).not.to.include('For staff only');
      expect((await page(staff, path)).html).to.include('For staff only');
    }
    expect((await page(staff, `/staff/chat/${'0'.repeat(24)}`)).status).to.equal(404);
    const answered = await user.postForm(`/staff/chat/${id}/answer`, { clientId: randomUUID(), text: 'x' });
    const changed = await user.postForm(`/staff/chat/${id}/change`, { act: 'close' });
    expect([answered.status, changed.status]).to.deep.equal([403, 403]);
  });

  it('are valid HTML', async () => {
    const { id } = await stranger().start('One <b>word</b> and https://a.example/', { page: '/help' });
    await answer(id, 'Two');
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: HTML_RULES });
    for (const path of ['/staff/chat', `/staff/chat/${id}?show=open`, '/staff/chat?q=nothing-like-it']) {
      const { html } = await page(staff, path);
      const { results } = await validator.validateString(html);
      const wrong = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
      expect([path, ...wrong]).to.deep.equal([path]);
      expectSound(html);
    }
  });

  it('open from the mailed link without revealing the address', async () => {
    const ann = stranger();
    const { id } = await ann.start('Hello', { email: 'ann@example.com' });
    await answer(id, 'Back here');
    const token = randomBytes(16).toString('base64url');
    const hash = createHash('sha256').update(token).digest('base64url');
    const links = (until: Date) =>
      web()
        .connection.collection('chat_conversations')
        .updateOne({ _id: new Types.ObjectId(id) }, { $set: { links: [{ hash, until }] } });
    await links(new Date(Date.now() + 60_000));
    const shown = await page(stranger().visitor, `/chat/token/${token}`);
    expect(shown.html).to.include('Back here');
    expect(shown.headers.get('referrer-policy')).to.equal('strict-origin');
    expect(shown.headers.get('x-robots-tag')).to.include('noindex');
    expect((await ann.read(id)).unread, 'opening it is not reading').to.equal(1);
    await links(new Date(Date.now() - 60_000));
    const over = await page(stranger().visitor, `/chat/token/${token}`);
    expect([over.status, over.html.includes('Back here')]).to.deep.equal([410, false]);
  });
});
