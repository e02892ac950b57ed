import * as z from 'zod';
import { PostcardPage, PostcardsPage, PostedCardPage, postcardsHead } from '../../views/postcards.page.tsx';
import { isAwaited } from '../features/checkout/checkout.service.ts';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { present } from '../features/events/view-event.service.ts';
import { isMade, isPretended } from '../features/parcels/made-things.service.ts';
import { orderOfCard, paidCards } from '../features/parcels/post-cards.service.ts';
import { postcardTemplates } from '../features/postcards/draw/templates.service.ts';
import {
  checkoutPostcardAction,
  createPostcardAction,
  deletePostcardAction,
  updatePostcardAction,
} from '../features/postcards/postcards.routes.ts';
import { findPostcard, listPostcards } from '../features/postcards/postcards.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { bylineOf } from '../shared/byline.ts';
import type { Event } from '../shared/contracts/events.ts';
import { listNames } from '../shared/format.ts';
import {
  byFieldOfForm,
  CARD_FIELDS,
  type CardClip,
  type CardValues,
  draftOf,
  valuesOf,
} from '../shared/forms/postcard-values.ts';
import { recordOf } from '../shared/known-values.ts';
import { may } from '../shared/permissions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { utcToZoned } from '../shared/zoned-time.ts';
import { countryOptions } from './country-options.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const LIST = '/e/:ref/postcards';
const ONE = '/e/:ref/postcards/:id';
/** Clips to choose from: the first of a long film are enough. */
const CLIPS = 60;

const maker = atEventOf('postcard.edit', ({ params }: PageContext) => params.ref ?? '');

/** `/e/UUID/postcards`: the postcards of an event, and one of them. */
export const postcardPages: readonly PageRoute[] = [
  pageRoute(LIST, maker, async ({ event: stored, role, viewer, query }) => {
    const [event, cards, paid] = await Promise.all([
      present(stored, role),
      listPostcards(stored),
      paidOf(stored, viewer),
    ]);
    const note = query.deleted === '1' ? 'The postcard is deleted.' : null;
    const canPost = isMade('postcard');
    const props = { site: siteAtEvent(viewer, role), event, names: namesOf(event), cards, paid, note, canPost };
    return page({ view: PostcardsPage, props, head: postcardsHead(event) });
  }),
  pageRoute(ONE, maker, async ({ event, role, viewer, params, query }) =>
    editorPage({ event, role }, viewer, params.id ?? '', {
      isSaved: query.saved === '1',
      awaited: await awaitedPayment(query.session_id, viewer),
    }),
  ),
];

/** The payment that somebody comes back from, until the bank has told us and its card is posted; otherwise null. */
async function awaitedPayment(id: string | undefined, { user }: Viewer): Promise<string | null> {
  return id && user && (await isAwaited(id, user.id)) ? id : null;
}

/** What the viewer has paid for and not sent. */
async function paidOf({ id }: Pick<Event, 'id'>, { user }: Viewer) {
  return user && isMade('postcard') ? paidCards(id, user.id) : [];
}

const words = z.string().max(2000).default('');
const cardForm = z.object(recordOf(CARD_FIELDS, () => words));

/** Writing postcards without script. */
export function postcardForms(pages: Pages): Form[] {
  const failed = ({ error }: RefusedForm) => {
    throw error;
  };
  const list = ({ ref = '' }: Record<string, string>) => `/e/${encodeURIComponent(ref)}/postcards`;
  return [
    form(createPostcardAction, {
      path: LIST,
      body: z.object({ eventId: words }),
      input: ({ body }) => ({ body }),
      done: ({ params, data }) => `${list(params)}/${data.id}`,
      failed,
    }),
    form(updatePostcardAction, {
      path: ONE,
      body: cardForm,
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body: draftOf(body) }),
      done: ({ params, data }) => `${list(params)}/${data.id}?saved=1`,
      async failed(refused) {
        const { error, values, viewer, req, res } = refused;
        const { ref, id } = req.params;
        if (!error.fields || !viewer || typeof ref !== 'string' || typeof id !== 'string') throw error;
        const { event, role } = await maker.load({ params: { ref }, query: {}, viewer, req, res });
        const sent = { values: cardForm.parse(values), refused: byFieldOfForm(error.fields) };
        const shown = await editorPage({ event, role }, viewer, id, sent);
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
    form(checkoutPostcardAction, {
      path: `${ONE}/checkout`,
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ data }) => data.url,
      async failed({ error, viewer, req, res }) {
        const { ref, id } = req.params;
        if (!viewer || typeof ref !== 'string' || typeof id !== 'string' || error.status === 404) throw error;
        const { event, role } = await maker.load({ params: { ref }, query: {}, viewer, req, res });
        const sent = { refused: byFieldOfForm(error.fields ?? {}), notPosted: error.message };
        await sendPage(pages, req, res, {
          ...(await editorPage({ event, role }, viewer, id, sent)),
          status: error.status,
        });
      },
    }),
    form(deletePostcardAction, {
      path: `${ONE}/delete`,
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ params }) => `${list(params)}?deleted=1`,
      failed,
    }),
  ];
}

interface Sent {
  isSaved?: boolean;
  awaited?: string | null;
  /** What a refused form was sent with. */
  values?: CardValues;
  refused?: Partial<CardValues>;
  /** Why it was not posted. */
  notPosted?: string;
}

async function editorPage(
  { event: stored, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  id: string,
  { isSaved = false, awaited = null, values, refused = {}, notPosted }: Sent,
): Promise<AnyPage> {
  const [event, card] = await Promise.all([present(stored, role), findPostcard(stored, id)]);
  const isDraft = card.status === 'draft';
  if (!isDraft || awaited !== null) {
    const order = isDraft ? null : await orderOfCard(card.id, viewer.user?.id ?? null);
    const props = {
      site: siteAtEvent(viewer, role),
      event,
      card,
      order,
      countries: countryOptions(),
      isPretended: isPretended('postcard'),
      awaited: isDraft ? awaited : null,
    };
    return page({ view: PostedCardPage, props, head: postcardsHead(event) });
  }
  const editor = {
    card,
    values: values ?? valuesOf(card, event.timeZone),
    names: namesOf(event),
    clips: clipsOf(event),
    templates: postcardTemplates(stored.occasion),
    countries: countryOptions(),
    listUrl: `/e/${event.uuid}/postcards`,
    today: utcToZoned(new Date(), event.timeZone).date,
    refused,
    isSaved,
    canPost: isMade('postcard'),
    isForOwner: !may(role, 'event.pay'),
    paid: (await paidOf(event, viewer)).map(({ unitAmount }) => unitAmount),
    notPosted: notPosted ?? null,
  };
  return page({
    view: PostcardPage,
    props: { site: siteAtEvent(viewer, role), editor },
    head: postcardsHead(event),
  });
}

function clipsOf({ media = [] }: Event): CardClip[] {
  const shown = media.filter(({ status, hidden, deletedAt }) => status === 'ready' && !hidden && deletedAt === null);
  return shown
    .slice(0, CLIPS)
    .flatMap(({ id, posterUrl, kind, length, contributor }) =>
      posterUrl ? [{ id, posterUrl, name: bylineOf(contributor), length: kind === 'video' ? length : null }] : [],
    );
}

function namesOf({ recipients }: Pick<Event, 'recipients'>): string {
  return listNames(
    recipients.map(({ firstName }) => firstName),
    'them',
  );
}
