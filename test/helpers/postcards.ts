import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import {
  createPostcard,
  getPostcard,
  type Postcard,
  type PostcardDraft,
  updatePostcard,
} from '../../src/shared/contracts/postcards.ts';
import { startEvent } from './giving.ts';
import { photoClip, twoColours } from './photo-clip.ts';
import { newUser, type SignedInUser, type Visitor } from './user.ts';
import type { TestWeb } from './web-app.ts';

/** Ada, who writes postcards at a VidDay of her own for each test. */
export function usePostcards(web: () => TestWeb) {
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada);
  });

  return {
    ada: () => ada,
    event: () => event,
    create: (body: PostcardDraft = {}, who: Visitor = ada) =>
      who.call(createPostcard, { body: { eventId: event.id, ...body } }),
    update: ({ id }: Postcard, body: PostcardDraft, who: Visitor = ada) =>
      who.call(updatePostcard, { params: { id }, body }),
    read: ({ id }: Postcard, who: Visitor = ada) => who.call(getPostcard, { params: { id } }),
    photo: async (width = 2400, height = 1600) => photoClip(web(), event, await twoColours(width, height)),
    /** Changes what is stored. */
    set({ id }: Postcard, fields: object) {
      const { ObjectId } = web().connection.base.mongo;
      return web()
        .connection.collection('postcards')
        .updateOne({ _id: new ObjectId(id) }, { $set: fields });
    },
    async bytes(path: string, who: Visitor = ada) {
      const answer = await who.fetch(path);
      expect(answer.status, path).to.equal(200);
      return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}
