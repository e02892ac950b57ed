import * as z from 'zod';
import { type RefusedSwitch, StaffSwitchesPage, staffSwitchesHead } from '../../views/staff-switches.page.tsx';
import { changeSwitchAction } from '../features/switches/switches.routes.ts';
import { listSwitches } from '../features/switches/switches.service.ts';
import { secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form } from '../platform/http/forms.ts';
import { AUDIENCES } from '../shared/switches.ts';
import { deskFrame, deskUser } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/switches';

export const staffSwitchPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('switch.edit'), (context) => switchesPage(context, null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const switchForm = z.object({
  audience: z.enum(AUDIENCES).default('everybody'),
  share: z.string().optional(),
  accounts: z
    .string()
    .default('')
    .transform((lines) => lines.split(/[\s,;]+/).filter(Boolean)),
  why: z.string().default(''),
  code: z.string().optional(),
});

/** Changing a switch without script. */
export function staffSwitchForms(pages: Pages): Form[] {
  return [
    form(changeSwitchAction, {
      path: `${LIST}/:name`,
      body: switchForm,
      input: ({ params, body }) => ({ params: { name: params.name ?? '' }, body }),
      done: ({ data }) => `${LIST}?saved=${data.name}#${data.name}`,
      async failed(refused) {
        const { viewer, user } = deskUser(refused, 'switch.edit');
        const { values, error, req, res } = refused;
        const text = (name: string) => String(values[name] ?? '');
        const shown = await switchesPage(
          { viewer, user, req, query: {} },
          {
            name: String(req.params.name),
            message: error.fields ? Object.values(error.fields).join(' ') : error.message,
            code: error.fields?.code ?? null,
            typed: {
              audience: text('audience'),
              share: text('share'),
              accounts: text('accounts'),
              why: text('why'),
            },
          },
        );
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
  ];
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req'> & { user: { id: string } };

async function switchesPage({ viewer, query, req, user }: Asked, refused: RefusedSwitch | null): Promise<AnyPage> {
  const [frame, switches, proof] = await Promise.all([deskFrame(viewer), listSwitches(), secondStepOf(req, user.id)]);
  const props = { frame, switches, savedName: query.saved ?? null, proof, refused };
  return page({ view: StaffSwitchesPage, props, head: staffSwitchesHead() });
}
