import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import {
  deleteEvent,
  deliverEvent,
  type Event,
  getEvent,
  orderMedia,
  takeBackDelivery,
  type UpdateEventBody,
  updateEvent,
} from '../../src/shared/contracts/events.ts';
import {
  cancelRenderJob,
  getPreview,
  latestRenderJob,
  listPublishedMedia,
  publish,
  restorePublishedMedia,
} from '../../src/shared/contracts/films.ts';
import {
  deleteMedia,
  type Media,
  removeContributor,
  restoreMedia,
  retryMedia,
  type UpdateMediaBody,
  updateMedia,
} from '../../src/shared/contracts/media.ts';
import { listNames } from '../../src/shared/format.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { api, reasonOf } from '../runtime/api.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import { type StudioProps, timelineOf, withFilm, withMedia, withNewest, withOrder } from './studio-state.ts';
import { useDebounced } from './use-debounced.ts';
import type { useToasts } from './use-toasts.ts';

/** Why a change was refused: a message for the user, and messages by field path. */
export interface Problem {
  message: string;
  fields: Readonly<Record<string, string>>;
  /** Null: the server was unreachable. */
  code: ApiError['code'] | null;
}

/** Without `at`: immediately. */
interface DeliveryRequest {
  at?: string | null;
  timeZone: string;
  message: string;
  byHand?: true;
}

/** What can be fetched again. */
type Part = 'event' | 'preview' | 'render' | 'films';
const EVERYTHING: readonly Part[] = ['event', 'preview', 'render', 'films'];
/** What the server works out from the clips: counts, length and price; the film as it stands. */
const OF_CLIPS: readonly Part[] = ['event', 'preview'];
/** With the event’s price, its films can be downloaded or not. */
const OF_EVENT: readonly Part[] = ['event', 'preview', 'films'];

/** State and actions of the studio. Updates optimistically; the server's answer wins. */
export function useStudio(props: StudioProps, toasts: ReturnType<typeof useToasts>) {
  const [event, setEvent] = useState(props.event);
  const [preview, setPreview] = useState(props.preview);
  const [render, setRender] = useState(props.render);
  const [films, setFilms] = useState(props.films);
  const [isLive, setLive] = useState(true);
  const [saving, setSaving] = useState(0);
  const [invitation, writeInvitation] = useState<string | null>(null);
  const { id } = props.event;
  const names = listNames(props.event.recipients.map(({ firstName }) => firstName));
  const { show, dropUndo } = toasts;

  const edits = useRef(0);
  const live = useRef(isLive);
  live.current = isLive;
  const removed = useRef(new Map<string, number>());

  const refresh: (...parts: readonly Part[]) => void = useDebounced<Part>(async (parts): Promise<void> => {
    const before = edits.current;
    const params = { id };
    const [nextEvent, nextPreview, nextRender, nextFilms] = await Promise.all([
      parts.has('event') ? api.call(getEvent, { params }) : undefined,
      parts.has('preview') ? api.call(getPreview, { params }) : undefined,
      parts.has('render') ? api.call(latestRenderJob, { params }) : undefined,
      parts.has('films') ? api.call(listPublishedMedia, { params }) : undefined,
    ]);
    // A fetch from before a local change is outdated; the change fetches again.
    if (edits.current !== before) return refresh(...parts);
    if (nextEvent) setEvent((now) => withNewest(nextEvent, now));
    if (nextPreview) setPreview(nextPreview);
    if (nextRender !== undefined) setRender(nextRender);
    if (nextFilms) setFilms(nextFilms);
  });

  useEffect(() => {
    const watch = watchEvent(
      props.needsAccount ? '/public' : '/users',
      { event: id },
      {
        'media:updated': (clip) => {
          setEvent((now) => withMedia(now, clip, removed.current));
          if (clip.status !== 'processing') refresh(...OF_CLIPS);
        },
        'media:removed': ({ id: clipId, revision }) => {
          removed.current.set(clipId, revision);
          refresh(...OF_CLIPS);
        },
        'event:updated': ({ id: _id, isThanked, ...changed }) => {
          setEvent((now) => ({ ...now, ...changed }));
          refresh(...OF_EVENT);
          if (isThanked) show(thanked(names));
        },
        'film:published': (film) => {
          setFilms((now) => withFilm(now, film));
          refresh('event');
        },
        // The event carries the film that it made.
        'render:progress': setRender,
      },
      () => {
        setLive(true);
        refresh(...EVERYTHING);
      },
      () => setLive(false),
    );
    return () => watch.stop();
  }, [id, names, props.needsAccount, refresh, show]);

  /** Runs a change: shows that it is being saved, reports failures and reloads. `onFail` replaces the report. */
  const change = useCallback(
    async <T>(work: () => Promise<T>, onFail?: (problem: Problem) => void): Promise<T | null> => {
      dropUndo();
      setSaving((count) => count + 1);
      edits.current++;
      try {
        return await work();
      } catch (error) {
        const message = reasonOf(error);
        const { fields, code } = error instanceof ApiError ? error : { fields: {}, code: null };
        if (onFail) onFail({ message, fields, code });
        else show({ text: message, tone: 'bad' });
        return null;
      } finally {
        setSaving((count) => count - 1);
        edits.current++;
        refresh(...(live.current ? OF_EVENT : EVERYTHING));
      }
    },
    [refresh, show, dropUndo],
  );

  const editMedia = (clip: Media, body: UpdateMediaBody) => {
    setEvent((now) =>
      withMedia(
        now,
        { ...clip, ...body, contributor: { ...clip.contributor, ...body.contributor } } as Media,
        removed.current,
      ),
    );
    return change(() => api.call(updateMedia, { params: { id: clip.id }, body }));
  };

  async function openCheckout() {
    const session = await api.call(createCheckoutSession, { body: { eventId: id } });
    window.location.assign(session.url);
  }

  return {
    event,
    preview,
    render,
    films,
    isLive,
    isSaving: saving > 0,
    run: change,
    show,
    order(ids: string[]) {
      setEvent((now) => withOrder(now, ids));
      return change(() => api.call(orderMedia, { params: { id }, body: { mediaIds: ids } }));
    },
    editMedia,
    setHidden(clip: Media, hidden: boolean) {
      void editMedia(clip, { hidden });
      if (!hidden) return;
      show({
        text: `${clip.contributor.name}’s clip was left out.`,
        action: { label: 'Undo', onClick: () => void editMedia({ ...clip, hidden: true }, { hidden: false }) },
      });
    },
    async remove(clip: Media) {
      const done = await change(() => api.call(deleteMedia, { params: { id: clip.id }, query: {} }));
      if (!done) return;
      show({
        text: `${clip.contributor.name}’s clip was removed.`,
        action: {
          label: 'Undo',
          onClick: () => void change(() => api.call(restoreMedia, { params: { id: clip.id }, query: {} })),
        },
      });
    },
    /** Removes all clips of the contributor of this one. */
    async removeContributor({ contributor }: Media) {
      const params = { id, contributorId: contributor.id ?? '' };
      const done = await change(() => api.call(removeContributor, { params }));
      if (!done) return;
      const restoreAll = async () => {
        for (const mediaId of done.mediaIds) await api.call(restoreMedia, { params: { id: mediaId }, query: {} });
      };
      show({
        text: wordsOfRemoved(done.mediaIds.length),
        action: { label: 'Undo', onClick: () => void change(restoreAll) },
      });
    },
    /** Opens or closes the event for clips. Opening after the deadline removes the deadline. */
    setOpen(acceptsClips: boolean) {
      const isOver = event.deadline !== null && Date.parse(event.deadline) <= Date.now();
      const body = { acceptsClips, ...(acceptsClips && isOver && { deadline: null }) };
      setEvent((now) => ({ ...now, ...body, isClosed: !acceptsClips }));
      return change(() => api.call(updateEvent, { params: { id }, query: {}, body }));
    },
    /** The organiser's invitation; null while it is the suggestion. */
    invitation,
    writeInvitation,
    restore: (clip: Media) => change(() => api.call(restoreMedia, { params: { id: clip.id }, query: {} })),
    retry: (clip: Media) => change(() => api.call(retryMedia, { params: { id: clip.id }, query: {} })),
    saveDetails: (body: UpdateEventBody, onFail?: (problem: Problem) => void) =>
      change(() => api.call(updateEvent, { params: { id }, query: {}, body }), onFail),
    /** Deletes the event and redirects to the dashboard, where it can be restored. */
    async deleteEvent() {
      const done = await change(() => api.call(deleteEvent, { params: { id } }));
      if (done) window.location.assign('/dashboard#deleted');
    },
    /** Starts a render, or opens the payment page if payment is due. */
    async publish() {
      await change(async () => {
        if ((event.price?.amount ?? 0) > 0) return openCheckout();
        try {
          setRender(await api.call(publish, { body: { eventId: id } }));
        } catch (error) {
          // A clip added just now may have raised the price.
          if (!(error instanceof ApiError) || error.code !== 'PAYMENT_REQUIRED') throw error;
          await openCheckout();
        }
      });
    },
    cancelRender: () =>
      change(async () => {
        if (render) setRender(await api.call(cancelRenderJob, { params: { id: render.id } }));
      }),
    restoreFilm: (filmId: string) => change(() => api.call(restorePublishedMedia, { params: { id: filmId } })),
    async deliver(body: DeliveryRequest, onFail?: (problem: Problem) => void): Promise<Event | null> {
      const planned = await change(() => api.call(deliverEvent, { params: { id }, body }), onFail);
      if (planned) setEvent(planned);
      return planned;
    },
    /** Cancels a scheduled delivery, or undoes an immediate one. */
    async takeBack(): Promise<Event | null> {
      const back = await change(() => api.call(takeBackDelivery, { params: { id } }));
      if (!back) return null;
      setEvent(back);
      const at = back.delivery?.at;
      show({
        text: at
          ? `Nothing was sent. It’s planned for ${momentInWords(at, back.timeZone)} again.`
          : 'Nothing was sent.',
      });
      return back;
    },
  };
}

export type Studio = ReturnType<typeof useStudio>;

/** Ids of the timeline in order, for the server. */
export function idsOf(event: Event): string[] {
  return timelineOf(event).map((clip) => clip.id);
}

/** A reload shows the thanks. */
function thanked(names: string) {
  return {
    text: `A thank-you from ${names} has come in.`,
    action: { label: 'See it', onClick: () => window.location.reload() },
  };
}

function wordsOfRemoved(clips: number): string {
  return clips === 1 ? 'This person’s clip was removed.' : `All ${clips} clips from this person were removed.`;
}
