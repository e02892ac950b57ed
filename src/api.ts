import type { Express } from 'express';
import { provideExports } from './account-data.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { auditRoutes } from './features/accounts/audit/audit.routes.ts';
import { impersonationRoutes } from './features/accounts/audit/impersonation.routes.ts';
import { noteImpersonationEnd } from './features/accounts/audit/impersonation.service.ts';
import { accountDataRoutes } from './features/accounts/data/account-data.routes.ts';
import { signInLinkRoutes } from './features/accounts/links/sign-in-link.routes.ts';
import { mailCheckRoutes } from './features/accounts/mail/mail-check.routes.ts';
import { countryRoutes } from './features/accounts/profiles/countries.routes.ts';
import { profileRoutes } from './features/accounts/profiles/profiles.routes.ts';
import { passkeyRoutes } from './features/accounts/second-step/passkeys.routes.ts';
import { secondFactorRoutes } from './features/accounts/second-step/second-factor.routes.ts';
import { usersRoutes } from './features/accounts/users.routes.ts';
import { identityRoutes } from './features/accounts/ways-in/identities.routes.ts';
import { checkoutRoutes } from './features/checkout/checkout.routes.ts';
import { eventRoutes } from './features/events/events.routes.ts';
import { claimPreparedEvents, isEmbargoed, isKeyHolder, seeEvent } from './features/events/events.service.ts';
import { filmRoutes } from './features/films/films.routes.ts';
import { thanksRoutes } from './features/films/thanks/thanks.routes.ts';
import { libraryRoutes } from './features/library/library.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { claimUnclaimed, resumeEventJobs, stopEventJobs } from './features/media/media.service.ts';
import { announcementRoutes } from './features/messages/announcements.routes.ts';
import { analyticsRoutes } from './features/support/analytics.routes.ts';
import { chatRoutes } from './features/support/chat.routes.ts';
import { ideaRoutes } from './features/support/ideas.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { onDomainEvent } from './platform/domain-events.ts';
import { type HttpDeps, mountRoutes } from './platform/http/mount-routes.ts';
import { mountOpenApi } from './platform/http/openapi-route.ts';
import type { RouteTable } from './platform/http/route.ts';
import type { CanJoinEvent } from './platform/sockets/socket-joins.ts';

/**
 * All route tables, by feature from left to right. Whoever adds a table gets its refusal tests and its place in the API
 * page with it.
 */
export const API_TABLES: readonly RouteTable[] = [
  accountsRoutes,
  identityRoutes,
  signInLinkRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  usersRoutes,
  accountDataRoutes,
  auditRoutes,
  impersonationRoutes,
  profileRoutes,
  countryRoutes,
  mailCheckRoutes,
  eventRoutes,
  libraryRoutes,
  mediaRoutes,
  filmRoutes,
  thanksRoutes,
  supportRoutes,
  chatRoutes,
  ideaRoutes,
  analyticsRoutes,
  checkoutRoutes,
  announcementRoutes,
];

/**
 * Joins an event's room for everyone who may see the event; its creator's part needs a creator's rights. Key holders hear
 * nothing before the gift's time.
 */
export const canJoinEvent: CanJoinEvent = async (viewer, ref) => {
  const { event, role } = await seeEvent(ref, viewer);
  if (isKeyHolder(role) && isEmbargoed(event)) return null;
  return { eventId: String(event._id), audience: role === 'creator' ? 'creator' : 'everyone' };
};

/** Lets features act on what others did; returns what undoes it. */
export function followDomainEvents(): () => void {
  const undo = [
    onDomainEvent('user.signed-in', async ({ userId, firstName, preparedEventIds, contributedMediaIds }) => {
      await claimPreparedEvents({ id: userId, firstName }, preparedEventIds);
      await claimUnclaimed(userId, contributedMediaIds);
    }),
    onDomainEvent('impersonation.ended', noteImpersonationEnd),
    onDomainEvent('event.deleted', ({ eventId }) => stopEventJobs(eventId)),
    onDomainEvent('event.restored', ({ eventId }) => resumeEventJobs(eventId)),
    provideExports(),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}

/**
 * Mounts the whole API below `/api`. What answers below `/api` by itself, such as uploads and webhooks, is mounted before.
 * @param more tables that need something to be made first, such as that of uploads
 */
export function mountApi(app: Express, deps: HttpDeps, more: readonly RouteTable[] = []): void {
  const tables = [...API_TABLES, ...more];
  mountOpenApi(app, tables, deps.config.appOrigin);
  mountRoutes(app, tables, deps);
}
