import { readPool } from '../../src/shared/contracts/contributions.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { startEvent } from './giving.ts';
import { ledgerOfEvent } from './pools.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from './user.ts';
import type { TestWeb } from './web-app.ts';

/** A VidDay of its own for each test, made by Lena, and Jonas, who gives something. */
export function usePresents(web: () => TestWeb) {
  let lena: SignedInUser;
  let jonas: Visitor;
  let event: Event;

  before(async () => {
    lena = await newUser(web().origin);
  });
  beforeEach(async () => {
    jonas = newVisitor(web().origin);
    event = await startEvent(lena);
  });

  return {
    lena: () => lena,
    jonas: () => jonas,
    event: () => event,
    /** Starts the next VidDay. */
    async another() {
      event = await startEvent(lena);
    },
    pool: (who: Visitor = lena) => who.call(readPool, { params: { id: event.id } }),
    ofEvent: () => new (web().connection.base.mongo.ObjectId)(event.id),
    ledger: () => ledgerOfEvent(web().connection, event),
  };
}
