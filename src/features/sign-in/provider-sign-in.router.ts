import { type Request, type Response, Router, urlencoded } from 'express';
import { AppError } from '../../platform/errors.ts';
import { declare } from '../../platform/http/addresses.ts';
import { type HttpDeps, loadViewer } from '../../platform/http/mount-routes.ts';
import { run } from '../../platform/http/parse-request.ts';
import { requestLog } from '../../platform/http/request-id.ts';
import { nameRoute } from '../../platform/http/route-name.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { PROVIDERS, type ProviderName } from '../../shared/contracts/identities.ts';
import type { WayInProblem } from '../../shared/contracts/way-in-problems.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isOwnLink } from '../identities/add-identity-link.service.ts';
import { addIdentity } from '../identities/identities.service.ts';
import { isFresh } from '../sessions/fresh-sign-in.service.ts';
import { isSecondStepRecent } from '../two-factor/recent-proof.service.ts';
import { needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { hasConfirmedAddress } from '../users/confirmed-address.service.ts';
import { HOME } from '../users/own-account.service.ts';
import { enterByProvider } from './provider-entrance.ts';
import {
  packAnswer,
  type RawAnswer,
  readAnswer,
  setOutWith,
  type Trip,
  takeTrip,
  unpackAnswer,
} from './provider-trip.ts';
import { providerSignIn } from './sign-in.parts.ts';

const SETTINGS = '/settings/profile';
const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required', 'interaction_required']);

/** One request on the way to a provider or back. */
interface Visit {
  name: ProviderName;
  req: Request;
  res: Response;
  viewer: Viewer;
  deps: HttpDeps;
}

/** `/auth/NAME` and `/auth/NAME/callback` for Google and Apple. */
export function providerRouter(deps: HttpDeps): Router {
  const router = Router();
  for (const name of PROVIDERS) {
    const visited = (what: (visit: Visit) => Promise<string | null>) => async (req: Request, res: Response) => {
      nameRoute(res, req.path);
      await welcome(name, req, res, deps);
      const viewer = await loadViewer(req, res, deps);
      const next = await what({ name, req, res, viewer, deps });
      if (next !== null) res.redirect(303, next);
    };
    const at = (method: string, path: string) => ({ kind: 'page', method, path, access: 'anyone' }) as const;
    router.get(`/auth/${name}`, declare(at('GET', `/auth/${name}`), visited(setOut)));
    router.get(`/auth/${name}/callback`, declare(at('GET', `/auth/${name}/callback`), visited(comeBack)));
    const takeAnswer = async (req: Request, res: Response) => {
      nameRoute(res, req.path);
      await welcome(name, req, res, deps);
      await run(urlencoded({ extended: false, limit: 20_000 }), req, res);
      res.redirect(303, `/auth/${name}/callback?answer=${packAnswer(readAnswer(req.body))}`);
    };
    router.post(`/auth/${name}/callback`, declare(at('POST', `/auth/${name}/callback`), takeAnswer));
  }
  return router;
}

async function welcome(name: string, req: Request, res: Response, deps: HttpDeps): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  await deps.limits.take('sign-in', req.ip ?? '', res);
  if (!providerSignIn().has(name)) throw new AppError('NOT_FOUND', { message: 'You can’t sign in that way here.' });
}

/** Redirects to the provider (null), or returns where to go with a problem. */
async function setOut({ name, req, res, viewer, deps }: Visit): Promise<string | null> {
  const { add, next } = req.query;
  const trip: Omit<Trip, 'journey'> = { provider: name, next: safeNext(next, HOME), addTo: null };
  if (add !== undefined) {
    if (typeof add !== 'string' || !isOwnLink(req, name, add)) return withProblem('expired', trip);
    trip.addTo = viewer.isImpersonated ? null : (viewer.user?.id ?? null);
    if (!trip.addTo) return withProblem('expired', trip);
    const owesStep = !isSecondStepRecent(req) && (await needsSecondFactor(trip.addTo));
    if (!isFresh(req) || owesStep) return withProblem('sign-in-again', trip);
    if (!(await hasConfirmedAddress(trip.addTo))) return withProblem('confirm-first', trip);
  }
  try {
    await providerSignIn().begin(name, req, res, (journey) => setOutWith(res, { ...trip, journey }));
    return null;
  } catch (error) {
    return problemOf(error, trip, { req, deps });
  }
}

/** Where to send a browser that returns from a provider. */
async function comeBack({ name, req, res, viewer, deps }: Visit): Promise<string> {
  const trip = takeTrip(req, res, name);
  const lost = { provider: name, next: HOME, addTo: null };
  if (!trip) return withProblem('expired', lost);
  const { code, state, error, user } = answerIn(req);
  // A refusal must also match this browser's request.
  if (state !== trip.journey.state) return withProblem('expired', trip);
  if (error) return withProblem(CANCELLED.has(error) ? 'cancelled' : 'failed', trip);
  if (!code) return withProblem('failed', trip);
  try {
    const answer = { code, state, user };
    const profile = await providerSignIn().finish(name, req, res, { answer, journey: trip.journey });
    if (trip.addTo) {
      if (viewer.user?.id !== trip.addTo || viewer.isImpersonated) return withProblem('expired', trip);
      const problem = await addIdentity(viewer.user, profile, viewer.ip);
      return problem ? withProblem(problem, trip) : `${SETTINGS}?linked=${name}#security`;
    }
    const arrival = { viewer, req, log: requestLog(deps.log, req), next: trip.next };
    const entered = await enterByProvider(profile, arrival);
    return typeof entered === 'string' ? withProblem(entered, trip) : entered.next;
  } catch (thrown) {
    return problemOf(thrown, trip, { req, deps });
  }
}

function answerIn(req: Request): RawAnswer {
  const { answer } = req.query;
  return typeof answer === 'string' ? unpackAnswer(answer) : readAnswer({ ...req.query });
}

type Leg = Omit<Trip, 'journey'>;

/** Our own errors become messages on the page where the person started; others are hidden. */
async function problemOf(thrown: unknown, leg: Leg, { req, deps }: Pick<Visit, 'req' | 'deps'>): Promise<string> {
  if (!(thrown instanceof AppError)) throw thrown;
  const problem = PROBLEM_OF[thrown.code];
  if (!problem) throw thrown;
  requestLog(deps.log, req).warn({ err: thrown.cause ?? thrown, provider: leg.provider }, 'signing in failed');
  const details = { provider: leg.provider, problem };
  await recordAudit({ actorId: null, subjectId: leg.addTo, action: 'provider.refused', ip: req.ip ?? '', details });
  return withProblem(problem, leg);
}

const PROBLEM_OF: Partial<Record<AppError['code'], WayInProblem>> = {
  EXPIRED: 'expired',
  WRONG_CREDENTIALS: 'failed',
  PROVIDER_DOWN: 'down',
};

function withProblem(problem: WayInProblem, { provider, next, addTo }: Leg): string {
  const facts = new URLSearchParams({ problem, provider });
  if (addTo) return `${SETTINGS}?${facts}#security`;
  if (next !== HOME) facts.set('next', next);
  return `/auth/login?${facts}`;
}
