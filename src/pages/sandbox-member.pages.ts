import * as z from 'zod';
import { sandboxHead } from '../../views/sandbox.page.tsx';
import { PortalPage, SubscribePage } from '../../views/sandbox-member.page.tsx';
import type { SandboxMember, SandboxMembers } from '../integrations/sandbox/stripe-member-acts.ts';
import { AppError } from '../platform/errors.ts';
import { anyone } from '../platform/http/access-rules.ts';
import { type Form, ownForm, type RefusedForm } from '../platform/http/forms.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

const SUBSCRIBE = '/sandbox/subscribe/:id';
const PORTAL = '/sandbox/portal/:id';

/** The sandbox's pages for memberships. */
export function memberPages(members: SandboxMembers): PageRoute[] {
  return [
    pageRoute(SUBSCRIBE, anyone, async ({ params, viewer }) => {
      const props = { site: siteOf(viewer), member: await requireMember(members, params.id) };
      return page({ view: SubscribePage, props, head: sandboxHead('Payment') });
    }),
    pageRoute(PORTAL, anyone, async ({ params, viewer }) => {
      const props = { site: siteOf(viewer), member: await requireMember(members, params.id) };
      return page({ view: PortalPage, props, head: sandboxHead('Subscription') });
    }),
  ];
}

export function memberForms(members: SandboxMembers, failed: (form: RefusedForm) => Promise<void>): Form[] {
  return [
    ownForm({
      path: SUBSCRIBE,
      access: anyone,
      body: z.object({}),
      async run({ params }) {
        const goOn = await members.subscribe((await requireMember(members, params.id)).id);
        if (!goOn) throw noSuchPage();
        const { pathname, search } = new URL(goOn);
        return pathname + search;
      },
      failed,
    }),
    ownForm({
      path: PORTAL,
      access: anyone,
      body: z.object({ act: z.enum(['good-card', 'bad-card', 'end-period', 'give-up']) }),
      async run({ params, body: { act } }) {
        const { id, returnPath } = await requireMember(members, params.id);
        if (act === 'end-period') await members.endPeriod(id);
        else if (act === 'give-up') await members.giveUp(id);
        else await members.changeCard(id, act === 'good-card');
        return returnPath;
      },
      failed,
    }),
  ];
}

async function requireMember(members: SandboxMembers, id: string | undefined): Promise<SandboxMember> {
  const member = /^cs_test_[0-9a-f]{48}$/.test(id ?? '') ? await members.find(id ?? '') : null;
  if (!member) throw noSuchPage();
  return member;
}

function noSuchPage(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such page.' });
}
