import * as z from 'zod';
import {
  type AnnouncementValues,
  StaffAnnouncementsPage,
  staffAnnouncementsHead,
} from '../../views/staff-announcements.page.tsx';
import {
  createAnnouncementAction,
  deleteAnnouncementAction,
  updateAnnouncementAction,
} from '../features/messages/announcements.routes.ts';
import { findAnnouncement, listForStaff } from '../features/messages/announcements.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { ANNOUNCEMENT_PLACES } from '../shared/announcement-places.ts';
import type { Announcement } from '../shared/contracts/announcements.ts';
import { kindOfKey } from '../shared/keys.ts';
import type { Viewer } from '../shared/viewer.ts';
import { utcToZoned, zonedToUtc } from '../shared/zoned-time.ts';
import { deskFrame, deskUser, idIn } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/announcements';
const ONE = `${LIST}/:id`;
const SHOWN = 30;
const NEW: AnnouncementValues = {
  type: 'promotion',
  message: '',
  url: '',
  label: '',
  from: '',
  until: '',
  public: 'yes',
  account: 'yes',
  guests: 'yes',
};

export const staffAnnouncementPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('announcement.edit'), ({ viewer, query }) => announcementsPage(viewer, query, null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const announcementForm = z.object({
  type: z.string().default(''),
  message: z.string().default(''),
  url: z.string().default(''),
  label: z.string().default(''),
  from: z.string().default(''),
  until: z.string().default(''),
  public: z.literal('yes').optional(),
  account: z.literal('yes').optional(),
  guests: z.literal('yes').optional(),
  /** Of the button that was pressed. */
  draft: z.literal('yes').optional(),
});

/** Planning, changing and deleting announcements without script. */
export function staffAnnouncementForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer } = deskUser(refused, 'announcement.edit');
    const { values, error, req, res } = refused;
    const typed = announcementForm.catch(NEW).parse(values);
    const words = error.fields ? Object.values(error.fields).join(' ') : error.message;
    const shown = await announcementsPage(viewer, { id: idIn(req) }, { typed, words });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const byId = ({ params }: { params: Record<string, string> }) => ({ params: { id: params.id ?? '' } });
  const done = ({ data }: { data: Announcement }) => `${LIST}?id=${data.id}&saved=yes`;
  return [
    form(createAnnouncementAction, {
      path: LIST,
      body: announcementForm,
      input: ({ body }) => ({ body: bodyOf(body) }),
      done,
      failed,
    }),
    form(updateAnnouncementAction, {
      path: ONE,
      body: announcementForm,
      input: ({ body, ...sent }) => ({ ...byId(sent), body: bodyOf(body) }),
      done,
      failed,
    }),
    form(deleteAnnouncementAction, {
      path: `${ONE}/delete`,
      body: z.object({}),
      input: byId,
      done: () => LIST,
      failed({ error }) {
        throw error;
      },
    }),
  ];
}

/** Empty times mean now, and no end. */
function bodyOf({ type, message, url, label, from, until, draft, ...ticked }: z.infer<typeof announcementForm>) {
  const startsAt = zonedToUtc(from, 'UTC')?.toISOString();
  return {
    type,
    message,
    link: url || label ? { url, label } : null,
    places: ANNOUNCEMENT_PLACES.filter((place) => ticked[place]),
    isDraft: draft === 'yes',
    ...(startsAt && { startsAt }),
    endsAt: zonedToUtc(until, 'UTC')?.toISOString() ?? null,
  };
}

async function announcementsPage(
  viewer: Viewer,
  { id, cursor, saved }: Record<string, string>,
  refused: { typed: AnnouncementValues; words: string } | null,
): Promise<AnyPage> {
  const [frame, { announcements, nextCursor }, shown] = await Promise.all([
    deskFrame(viewer),
    listForStaff({ cursor, limit: SHOWN }),
    kindOfKey(id) === 'id' ? findAnnouncement(id ?? '') : null,
  ]);
  const props = {
    frame,
    announcements,
    nextHref: nextCursor && `${LIST}?cursor=${nextCursor}`,
    isLater: cursor !== undefined,
    shown,
    isSaved: saved === 'yes' && shown !== null,
    values: refused?.typed ?? (shown ? valuesOf(shown) : NEW),
    refused: refused?.words ?? null,
  };
  return page({ view: StaffAnnouncementsPage, props, head: staffAnnouncementsHead() });
}

function valuesOf({ type, message, link, places, startsAt, endsAt }: Announcement): AnnouncementValues {
  const local = (at: string) => {
    const { date, time } = utcToZoned(new Date(at), 'UTC');
    return `${date}T${time}`;
  };
  return {
    type,
    message,
    url: link?.url ?? '',
    label: link?.label ?? '',
    from: local(startsAt),
    until: endsAt ? local(endsAt) : '',
    ...Object.fromEntries(places.map((place) => [place, 'yes' as const])),
  };
}
