import {
  RecoveryCodesPage,
  type RecoveryCodesPageProps,
  SecondStepSetupPage,
  secondStepSetupHead,
} from '../../views/settings/second-step.page.tsx';
import type { Refused, SettingsNote } from '../../views/settings/settings-props.ts';
import { SettingsPage, settingsHead } from '../../views/settings.page.tsx';
import { pendingEmailOf } from '../features/addresses/change-email.service.ts';
import { linkAddress } from '../features/identities/add-identity-link.service.ts';
import { listIdentities } from '../features/identities/identities.service.ts';
import { getProfile } from '../features/profiles/profiles.service.ts';
import { listSignIns } from '../features/sessions/sign-ins.service.ts';
import { listPasskeys } from '../features/two-factor/passkeys.service.ts';
import { recentlyProved } from '../features/two-factor/recent-proof.service.ts';
import { secondFactorState, viewSetup } from '../features/two-factor/second-factor.service.ts';
import type { SecondStepPages } from '../features/two-factor/two-factor.forms.ts';
import type { SettingsPages } from '../features/users/form-pages.service.ts';
import { refuseImpersonated, signedInPerson } from '../features/users/own-account.service.ts';
import { getUser } from '../features/users/users.service.ts';
import { AppError } from '../platform/errors.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import type { ViewerUser } from '../shared/viewer.ts';
import { waysOf } from './account-asked.ts';
import { type KeptForm, keepForm, takeKeptForm } from './kept-form.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { detailChoices } from './settings-choices.ts';
import { noteOf, refusalNote, type SettingsForm, sectionOf, WITH_FIELDS, welcomeBack } from './settings-notes.ts';
import { siteOf } from './site.ts';

const PATH = '/settings/profile';
const SETUP = '/settings/second-step';

/** My Account, and the page that leads to two-factor. */
export const settingsPages: readonly PageRoute[] = [
  pageRoute(PATH, signedInUser, ({ query, user, viewer, req, res }) => {
    const kept = takeKeptForm(req, res, user.id);
    return settingsPage({ user, viewer, req }, kept ? openAgain(kept) : { note: noteOf(query) });
  }),
  pageRoute(SETUP, signedInPerson, async ({ user, viewer, req }) => {
    try {
      return await setupPage({ user, viewer, req }, null);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'SIGN_IN_AGAIN') return { redirect: loginAgain(SETUP) };
      if (error.code === 'NOT_ALLOWED' || error.code === 'STAFF_NEEDS_SECOND_STEP') throw error;
      const isOn = (await secondFactorState(user.id)).isOn;
      return { redirect: isOn ? `${PATH}#second-step` : `${PATH}?problem=confirm-first#security` };
    }
  }),
];

/** Shows the settings again with error messages. */
export function settingsAgain(pages: Pages): SettingsPages<SettingsForm> & SecondStepPages {
  return {
    async showSettings(name, form) {
      if (form.error.code === 'SIGN_IN_AGAIN') keepForm(name, form);
      const visit = stayOrLeave(form, `${PATH}#${sectionOf(name)}`);
      if (!visit) return;
      const shown = await settingsPage(visit, refusalOf(name, form));
      await sendPage(pages, form.req, form.res, { ...shown, status: form.error.status });
    },
    async showSetup(form) {
      const visit = stayOrLeave(form, SETUP);
      if (!visit) return;
      refuseImpersonated(visit.viewer);
      const { error, req, res } = form;
      const shown = await setupPage(visit, error.fields?.code ?? error.message);
      await sendPage(pages, req, res, { ...shown, status: error.status });
    },
    showRecoveryCodes({ req, res, viewer, codes, isFirst }) {
      const props: RecoveryCodesPageProps = { site: siteOf(viewer), codes, isFirst };
      return sendPage(pages, req, res, page({ view: RecoveryCodesPage, props, head: secondStepSetupHead() }));
    },
  };
}

/** A signed-in request. */
interface OwnVisit extends Pick<PageContext, 'viewer' | 'req'> {
  user: ViewerUser;
}

/** The visit; null when a sign-in is required and the browser was redirected. */
function stayOrLeave({ viewer, error, req, res }: RefusedForm, back: string): OwnVisit | null {
  // Refused before the session was loaded, for example by the rate limiter: show the error page.
  if (!viewer) throw error;
  if (viewer.user && error.code !== 'SIGN_IN_AGAIN') return { user: viewer.user, viewer, req };
  res.redirect(303, viewer.user ? loginAgain(back) : `/auth/login?next=${encodeURIComponent(back)}`);
  return null;
}

function loginAgain(next: string): string {
  return `/auth/login?again=1&next=${encodeURIComponent(next)}`;
}

interface Shown {
  note?: SettingsNote | null;
  refused?: Refused | null;
}

/** Restores the form that the user left to sign in again. */
function openAgain({ form, values }: KeptForm): Shown {
  return { note: welcomeBack(form), refused: { form, values, fields: {}, error: null } };
}

function refusalOf(form: SettingsForm, { error, values }: RefusedForm): Shown {
  if (!WITH_FIELDS.has(form) && !error.fields?.code) return { note: refusalNote(form, error.message) };
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const refused: Refused = {
    form: form as Refused['form'],
    values: Object.fromEntries(texts),
    fields: error.fields ?? {},
    error: error.fields ? null : error.message,
  };
  return { refused };
}

async function settingsPage({ user: { id, waitingRole }, viewer, req }: OwnVisit, shown: Shown): Promise<AnyPage> {
  const [user, profile, pendingEmail, identities, passkeys, secondFactor, sessions] = await Promise.all([
    getUser(id),
    getProfile(id),
    pendingEmailOf(id),
    listIdentities(id),
    listPasskeys(id),
    secondFactorState(id),
    listSignIns(id, req.session.signInId),
  ]);
  if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such account.' });
  const { isFresh, hasSecondStep } = recentlyProved(req);
  const owesStep = secondFactor.isOn && !hasSecondStep;
  const ways = waysOf();
  const names = (['google', 'apple'] as const).filter((name) => ways[name]);
  const locale = profile.language ?? 'en';
  const props = {
    site: siteOf(viewer),
    user,
    profile,
    pendingEmail,
    identities,
    providers: names.map((name) => ({ name, href: linkAddress(req, name) })),
    passkeys,
    secondFactor,
    // When a new sign-in is required anyway, the code is entered there.
    asksCode: { withPassword: owesStep && (user.hasPassword || isFresh), alone: owesStep && isFresh },
    waitingRole: waitingRole ?? null,
    sessions,
    choices: detailChoices(profile.timeZone),
    look: { timeZone: profile.timeZone ?? 'UTC', locale, now: Date.now() },
    ...shown,
  };
  return page({ view: SettingsPage, props, head: settingsHead() });
}

async function setupPage({ user, viewer, req }: OwnVisit, error: string | null): Promise<AnyPage> {
  const props = { site: siteOf(viewer), setup: await viewSetup(user, req), error };
  return page({ view: SecondStepSetupPage, props, head: secondStepSetupHead() });
}
