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
import { deleteTrack, listTracks, type Track } from '../../src/shared/contracts/tracks.ts';
import { listNames } from '../../src/shared/format.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { api, reasonOf } from '../runtime/api.ts';
import { watchEvent } from '../runtime/socket-client.ts';
import { thanked, wordsOfRemoved } from './clip-words.ts';
import { differing, ownChange, replacedByOther } from './own-changes.ts';
import {
  type StudioProps,
  timelineOf,
  withFilm,
  withMedia,
  withNewest,
  withOrder,
  withoutMedia,
  withSong,
} from './studio-state.ts';
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
type Part = 'event' | 'preview' | 'render' | 'films' | 'songs';
const EVERYTHING: readonly Part[] = ['event', 'preview', 'render', 'films', 'songs'];
/** What follows from the clips: counts, length and price; the preview. Usually a message brings it. */
const OF_CLIPS: readonly Part[] = ['event', 'preview'];
/** With the event’s price, its films can be downloaded or not. */
const OF_EVENT: readonly Part[] = ['event', 'preview', 'films'];

/** State and actions of the studio. Updates optimistically; the server's answer wins. */
export function useStudio(props: StudioProps, toasts: ReturnType<typeof useToasts>) {
  const [event, setEvent] = useState(props.event);
  const [preview, setPreview] = useState(props.preview);
  const [render, setRender] = useState(props.render);
  const [films, setFilms] = useState(props.films);
  const [songs, setSongs] = useState(props.tracks);
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
  const shown = useRef(event);
  shown.current = event;
  const unsaved = useRef(0);
  unsaved.current = saving;
  const clipsVersion = useRef(0);

  const refresh: (...parts: readonly Part[]) => void = useDebounced<Part>(async (parts): Promise<void> => {
    const before = edits.current;
    const params = { id };
    const [nextEvent, nextPreview, nextRender, nextFilms, nextSongs] = await Promise.all([
      parts.has('event') ? api.call(getEvent, { params }) : undefined,
      parts.has('preview') ? api.call(getPreview, { params }) : undefined,
      parts.has('render') ? api.call(latestRenderJob, { params }) : undefined,
      parts.has('films') ? api.call(listPublishedMedia, { params }) : undefined,
      parts.has('songs') ? api.call(listTracks, { query: { eventId: id, limit: 100 } }) : undefined,
    ]);
    // A fetch from before a local change is outdated; the change fetches again.
    if (edits.current !== before) return refresh(...parts);
    if (nextEvent) setEvent((now) => withNewest(nextEvent, now));
    if (nextPreview) setPreview(nextPreview);
    if (nextRender !== undefined) setRender(nextRender);
    if (nextFilms) setFilms(nextFilms);
    if (nextSongs) setSongs(nextSongs);
  });

  useEffect(() => {
    const watch = watchEvent(
      props.needsAccount ? '/public' : '/users',
      { event: id },
      {
        'media:updated': (clip) => {
          setEvent((now) => withMedia(now, clip, removed.current));
          const replaced = replacedByOther(clip);
          if (!replaced) return;
          const { name } = clip.contributor;
          void import('./edit-words.ts').then(({ replacedInWords }) => show({ text: replacedInWords(replaced, name) }));
        },
        'media:removed': ({ id: clipId, revision, clip }) => {
          removed.current.set(clipId, revision);
          setEvent((now) => withoutMedia(now, clipId, clip));
        },
        'clips:changed': ({ version, event: changed, order, preview: current }) => {
          if (version < clipsVersion.current) return;
          clipsVersion.current = version;
          const known = new Set(shown.current.media?.map((clip) => clip.id));
          // While a change is being saved, its order would jump back; and a clip that is missing was not announced.
          if (unsaved.current > 0 || order.some((clipId) => !known.has(clipId))) return refresh(...OF_CLIPS);
          setEvent((now) => withOrder({ ...now, ...changed }, order));
          setPreview(current);
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
        'track:updated': (changed) => setSongs((now) => withSong(now, changed)),
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
    const fields = [...Object.keys(body), ...differing(body.edit ?? clip.edit, clip.edit)];
    return change(() => ownChange(clip.id, fields, () => api.call(updateMedia, { params: { id: clip.id }, body })));
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
    songs,
    addSong: (added: Track) => setSongs((now) => withSong(now, added)),
    async removeSong(songId: string) {
      const removed = await change(() => api.call(deleteTrack, { params: { id: songId } }));
      if (removed) setSongs((now) => withSong(now, removed));
    },
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
