import { confirmedAddressOf } from './features/accounts/accounts.service.ts';
import { provideAccountExports } from './features/accounts/data/account-export.sections.ts';
import { provideExport } from './features/accounts/data/account-export.service.ts';
import { exportPayments } from './features/checkout/checkout.service.ts';
import { eventsGivenBy, exportEvents, leaveEvents } from './features/events/events.service.ts';
import { dropOriginals, exportContributions, forgetContributor } from './features/media/media.service.ts';
import { exportSupport, forgetInSupport } from './features/support/forget-person.service.ts';
import { ADDRESS_HOLDERS, type AddressHolder } from './personal-data.ts';
import { onDomainEvent } from './platform/domain-events.ts';

/** Lets each feature add what it keeps of a person to the copy of their data; returns what undoes it. */
export function provideExports(): () => void {
  const undo = [
    ...provideAccountExports(),
    provideExport('events', exportEvents),
    provideExport('contributions', exportContributions),
    provideExport('payments', exportPayments),
    provideExport('support', exportSupport),
    ...Object.entries(ADDRESS_HOLDERS).map(([name, holder]) =>
      provideExport(`${name}WithYourAddress`, (userId) => exportOfAddress(userId, holder)),
    ),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}

/** Lets each feature forget a person whose account goes for good; returns what undoes it. Payments are kept, as the law asks. */
export function followPurges(): () => void {
  const undo = [
    onDomainEvent('user.purging', async ({ userId }) => {
      // First, as it is known only for as long as the events are theirs.
      for (const eventId of await eventsGivenBy(userId)) await dropOriginals(eventId);
      await leaveEvents(userId);
    }),
    onDomainEvent('user.purging', ({ userId }) => forgetContributor(userId)),
    ...Object.values(ADDRESS_HOLDERS).map((holder) =>
      onDomainEvent('user.purging', async ({ confirmedEmail }) => {
        if (confirmedEmail) await holder.forget(confirmedEmail);
      }),
    ),
    onDomainEvent('user.purging', ({ userId }) => forgetInSupport(userId)),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}

async function* exportOfAddress(userId: string, holder: AddressHolder): AsyncGenerator<object> {
  const email = await confirmedAddressOf(userId);
  if (email) yield* await holder.export(email);
}
