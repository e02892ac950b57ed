import { expect } from 'chai';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { createEvent, getEvent } from '../../src/shared/contracts/events.ts';
import { impersonate, stopImpersonating } from '../../src/shared/contracts/impersonation.ts';
import { requestSignInLink } from '../../src/shared/contracts/sign-in-link.ts';
import { fieldOf, focusOf, see, send } from '../helpers/pages.ts';
import { type CodeApp, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { mailedToken } from '../helpers/written-mails.ts';

const PASSWORD = 'plum harbour violin 7';

describe('a draft that a sign-in did not attach', () => {
  const web = useWeb();

  async function prepareFor(who: Visitor, firstName: string): Promise<string> {
    const body = { occasion: 'birthday' as const, recipients: [{ firstName }] };
    return (await who.call(createEvent, { body })).id;
  }

  /** Prepares for Renée, and signs in there by a link that was asked for elsewhere, without taking it along. */
  async function leftBehind(): Promise<{ who: Visitor; id: string; email: string }> {
    const who = newVisitor(web().origin);
    const id = await prepareFor(who, 'Renée');
    const email = newEmail();
    const { code } = await newVisitor(web().origin).call(requestSignInLink, { body: { email } });
    const token = await mailedToken(web().connection, email, 'sign-in-link');
    await who.postForm(`/auth/sign-in-link/${token}`, { code });
    return { who, id, email };
  }

  /** The same with a second step; what the browser that asked had prepared goes along with the link. */
  async function byLinkAndCode(
    person: SignedInUser,
    app: CodeApp,
  ): Promise<{ who: Visitor; left: string; carried: string }> {
    const [who, asking] = [newVisitor(web().origin), newVisitor(web().origin)];
    const [left, carried] = [await prepareFor(who, 'Renée'), await prepareFor(asking, 'Ruth')];
    const { code } = await asking.call(requestSignInLink, { body: { email: person.user.email } });
    const token = await mailedToken(web().connection, person.user.email, 'sign-in-link');
    await who.postForm(`/auth/sign-in-link/${token}`, { code });
    await app.letTimePass();
    expect((await who.postForm('/auth/second-step', { code: app.code() })).status).to.equal(303);
    return { who, left, carried };
  }

  const logIn = (who: Visitor, email: string) => who.postForm('/auth/login', { email, password: PASSWORD });
  const ownerOf = async (id: string) => {
    const events = await web().connection.collection('events').find().toArray();
    return events.find(({ _id }) => String(_id) === id)?.creatorId ?? null;
  };

  it('is offered on My VidDays, with the account it would be attached to', async () => {
    const { who, id, email } = await leftBehind();
    const page = await see(who, '/dashboard');
    expect(page.text).to.include("“Renée's birthday” was started in this browser").and.include(`logged in as ${email}`);
    expect((await send(who, '/dashboard/prepared', { answer: 'mine' })).location).to.equal('/dashboard');
    const after = await see(who, '/dashboard');
    expect(after.text).to.include("Renée's birthday").and.not.include('prepared in this browser');
    expect(await ownerOf(id)).not.to.equal(null);
  });

  it('is not attached by a second step either', async () => {
    const person = await newUser(web().origin);
    const { who, left, carried } = await byLinkAndCode(person, await useCodeApp(web().connection, person));
    expect([await ownerOf(left), String(await ownerOf(carried))]).to.deep.equal([null, person.user.id]);
    expect((await see(who, '/dashboard')).text).to.include("“Renée's birthday” was started in this browser");
  });

  it('is offered to the admin, not during impersonation, and again afterwards', async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    const { who, left } = await byLinkAndCode(admin, await useCodeApp(web().connection, admin));
    const other = await newUser(web().origin);
    await who.call(impersonate, { params: { id: other.user.id }, query: {} });
    expect((await see(who, '/dashboard')).text)
      .to.include("You're acting for")
      .and.not.include('prepared');
    expect((await send(who, '/dashboard/prepared', { answer: 'named', name: 'Renée' })).status).to.equal(403);
    await who.call(stopImpersonating);
    await send(who, '/dashboard/prepared', { answer: 'named', name: 'Renée' });
    expect(await ownerOf(left)).not.to.equal(null);
  });

  it('survives logging out, and is shown only to who names its recipient', async () => {
    const { who, id } = await leftBehind();
    await who.call(logout);
    expect((await see(who, '/auth/register')).text).not.to.include('Renée');
    expect((await who.fetch(`/api/event/${id}`)).status).to.equal(404);
    const next = await newUser(web().origin);
    await logIn(who, next.user.email);
    const page = await see(who, '/dashboard');
    expect(page.text).to.include('Someone started a VidDay in this browser').and.not.include('Renée');
    const wrong = await send(who, '/dashboard/prepared', { answer: 'named', name: 'Ruth' });
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.include('find anything for that name').and.not.include('Renée');
    expect(fieldOf(wrong.html, '/dashboard/prepared', 'name')).to.include({ value: 'Ruth', 'aria-invalid': 'true' });
    expect(focusOf(wrong.html)).to.equal('put-away-name');
    expect(await ownerOf(id)).to.equal(null);
    // As somebody types who has no such letter at hand.
    await send(who, '/dashboard/prepared', { answer: 'named', name: ' renee' });
    expect(String(await ownerOf(id))).to.equal(next.user.id);
    expect((await see(who, '/dashboard')).text)
      .to.include("Renée's birthday")
      .and.not.include('Somebody prepared');
  });

  it('waits for its owner when the next user says that it is not theirs', async () => {
    const { who, id } = await leftBehind();
    await send(who, '/dashboard/prepared', { answer: 'not-mine' });
    expect((await see(who, '/dashboard')).text).not.to.include('prepared');
    await who.call(logout);
    const maker = await newUser(web().origin);
    await logIn(who, maker.user.email);
    expect((await see(who, '/dashboard')).text).to.include('Someone started a VidDay in this browser');
    await send(who, '/dashboard/prepared', { answer: 'named', name: 'Renée' });
    expect(String(await ownerOf(id))).to.equal(maker.user.id);
  });

  it('is kept when its session was ended elsewhere', async () => {
    const { who, id, email } = await leftBehind();
    expect((await who.fetch(`/api/event/${id}`)).status).to.equal(200);
    const found = (await web().connection.collection('users').findOne({ email }))?._id;
    await web().connection.collection('sign_ins').deleteMany({ userId: found });
    expect((await who.fetch(`/api/event/${id}`)).status).to.equal(404);
    const maker = await newUser(web().origin);
    await logIn(who, maker.user.email);
    expect((await see(who, '/dashboard')).text).to.include('Someone started a VidDay in this browser');
    expect(await ownerOf(id)).to.equal(null);
  });

  it('can’t be found by guessing names', async () => {
    const { who, id } = await leftBehind();
    await send(who, '/dashboard/prepared', { answer: 'not-mine' });
    const statuses: number[] = [];
    for (const name of [...'abcdefghij', 'Renée']) {
      statuses.push((await send(who, '/dashboard/prepared', { answer: 'named', name })).status);
    }
    expect(statuses).to.deep.equal([...Array(10).fill(422), 429]);
    expect(await ownerOf(id)).to.equal(null);
  });

  it('is not offered when everything was attached, and leaves no session behind', async () => {
    const who = newVisitor(web().origin);
    const id = await prepareFor(who, 'Ruth');
    await who.postForm('/auth/register', { email: newEmail(), password: PASSWORD });
    expect((await who.call(getEvent, { params: { id }, query: {} })).creatorId).to.be.a('string');
    expect((await see(who, '/dashboard')).text).not.to.include('prepared in this browser');
    await who.call(logout);
    expect(who.cookie()).not.to.include('vd_sid');
  });

  it('is refused to visitors', async () => {
    const page = await send(newVisitor(web().origin), '/dashboard/prepared', { answer: 'mine' });
    expect([page.status, page.location]).to.deep.equal([303, '/auth/login']);
  });
});
