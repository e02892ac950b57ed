import type { Event } from '../../src/shared/contracts/events.ts';
import { orderReward, type PoolGift, type Reward, viewReward } from '../../src/shared/contracts/rewards.ts';
import { readEvent, startEvent } from './giving.ts';
import { chipIn, ledgerOfEvent, unwrapped } from './pools.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from './user.ts';
import type { TestWeb } from './web-app.ts';

/** A VidDay of its own for each test, made by Lena for Ruth, and what Ruth does with its pool. */
export function useRewards(web: () => TestWeb) {
  let lena: SignedInUser;
  let ruth: Visitor;
  let event: Event;

  before(async () => {
    lena = await newUser(web().origin);
    ruth = newVisitor(web().origin);
  });
  beforeEach(async () => {
    event = await readEvent(lena, await startEvent(lena));
  });

  const key = () => event.privateKey ?? '';
  const ids = () => event.recipients.map(({ id }) => id);
  return {
    lena: () => lena,
    ruth: () => ruth,
    event: () => event,
    key,
    /** Of its recipients. */
    ids,
    /** Reads it again. */
    async reread() {
      event = await readEvent(lena, event);
    },
    order: (body: object = {}, who: Visitor = ruth) =>
      who.call(orderReward, {
        query: {},
        body: { event: key(), productId: 'PREPAID00001', recipientId: ids()[0], ...body } as never,
      }),
    view: (who: Visitor = ruth, id = key()): Promise<PoolGift> => who.call(viewReward, { params: { id }, query: {} }),
    ledger: () => ledgerOfEvent(web().connection, event),
    /** A gift with this much in its pool, given and unwrapped. */
    async givenPool(...amounts: number[]): Promise<void> {
      for (const [at, amount] of amounts.entries()) {
        await chipIn(newVisitor(web().origin), event, amount, { name: `Giver ${at}`, anonymous: at === 1 });
      }
      await unwrapped(web().connection, event);
    },
    /** Lets the rescue ask again at once. */
    now: () =>
      web()
        .connection.collection('rewards')
        .updateMany({}, { $set: { until: new Date(0) } }),
    /** What is stored. */
    rewards: () =>
      web()
        .connection.collection('rewards')
        .find({ eventId: new (web().connection.base.mongo.ObjectId)(event.id) })
        .toArray(),
    /** How often the partner has an order. */
    orders: async (reward: Pick<Reward, 'id'>) =>
      web()
        .connection.collection('sandbox_tremendous_orders')
        .countDocuments({ _id: `reward-${reward.id}` as never }),
  };
}
