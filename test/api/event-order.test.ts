import { expect } from 'chai';
import { type Event, orderMedia } from '../../src/shared/contracts/events.ts';
import { deleteMedia, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('PUT /api/v2/events/:id/order', () => {
  const web = useWeb();
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(web().origin);
  });

  const order = (who: Visitor, event: Event, mediaIds: string[]) =>
    who.call(orderMedia, { params: { id: event.id }, body: { mediaIds } });
  const textsOf = async (event: Event) =>
    ((await readEvent(creator, event)).media ?? []).filter((clip) => !clip.deletedAt).map(({ text }) => text);

  async function eventWith(words: string[]) {
    const event = await startFreeEvent(creator);
    const ids: Record<string, string> = {};
    for (const word of words) ids[word] = (await giveText(newVisitor(web().origin), event, word)).media.id;
    return { event, ids: (...names: string[]) => names.map((name) => ids[name] ?? '') };
  }

  it('orders clips, ignores foreign ids, and keeps unnamed clips in place', async () => {
    const { event, ids } = await eventWith(['a', 'b', 'c', 'd']);
    const foreign = await eventWith(['x']);
    await order(creator, event, ids('d', 'c', 'b', 'a'));
    expect(await textsOf(event)).to.deep.equal(['d', 'c', 'b', 'a']);
    const answered = await order(creator, event, [...foreign.ids('x'), ...ids('a', 'b', 'a')]);
    expect(answered.mediaIds).to.deep.equal(ids('d', 'c', 'a', 'b'));
    expect(await textsOf(event)).to.deep.equal(['d', 'c', 'a', 'b']);
  });

  it('puts a clip back to its former place, even after others were reordered', async () => {
    const { event, ids } = await eventWith(['a', 'b', 'c']);
    const [b = ''] = ids('b');
    await creator.call(deleteMedia, { params: { id: b }, query: {} });
    await order(creator, event, ids('c', 'a'));
    await creator.call(restoreMedia, { params: { id: b }, query: {} });
    expect(await textsOf(event)).to.deep.equal(['c', 'b', 'a']);
  });

  it('moves one clip to a place among the visible ones', async () => {
    const { event, ids } = await eventWith(['a', 'b', 'c', 'd']);
    const [a = '', b = '', d = ''] = ids('a', 'b', 'd');
    await creator.call(deleteMedia, { params: { id: a }, query: {} });
    const moved = await creator.call(updateMedia, { params: { id: d }, body: { position: 1 } });
    expect(await textsOf(event)).to.deep.equal(['b', 'd', 'c']);
    expect(moved.position).to.equal((await readEvent(creator, event)).media?.find(({ id }) => id === d)?.position);
    await creator.call(updateMedia, { params: { id: b }, body: { position: 99 } });
    expect(await textsOf(event)).to.deep.equal(['d', 'c', 'b']);
  });

  it('loses no clip when clips are ordered and sent at the same time', async () => {
    const { event, ids } = await eventWith(['a', 'b']);
    const guest = newVisitor(web().origin);
    const more = ['c', 'd', 'e', 'f'].map((word) => giveText(guest, event, word));
    await Promise.all([...more, order(creator, event, ids('b', 'a')), order(creator, event, ids('b', 'a'))]);
    const texts = await textsOf(event);
    expect(texts.toSorted()).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(texts.indexOf('b')).to.be.lessThan(texts.indexOf('a'));
  });

  it('refuses other users', async () => {
    const { event, ids } = await eventWith(['a', 'b']);
    const stranger = await newUser(web().origin);
    expect(await statusAndCode(order(stranger, event, ids('b', 'a')))).to.deep.equal([404, 'NOT_FOUND']);
    expect(await textsOf(event)).to.deep.equal(['a', 'b']);
  });
});
