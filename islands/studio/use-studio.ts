import { useRef, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { openCart } from '../../src/shared/contracts/carts.ts';
import { deliverEvent, takeBackDelivery } from '../../src/shared/contracts/deliveries.ts';
import {
  deleteEvent,
  type Event,
  orderMedia,
  type UpdateEventBody,
  updateEvent,
} from '../../src/shared/contracts/events.ts';
import { cancelRenderJob, publish, restorePublishedMedia } from '../../src/shared/contracts/films.ts';
import {
  deleteMedia,
  type Media,
  removeContributor,
  restoreMedia,
  retryMedia,
  type UpdateMediaBody,
  updateMedia,
} from '../../src/shared/contracts/media.ts';
import { deleteTrack, type Track } from '../../src/shared/contracts/tracks.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { api } from '../runtime/api.ts';
import { wordsOfRemoved } from './clip-words.ts';
import { differing, ownChange } from './own-changes.ts';
import { type StudioProps, timelineOf, withMedia, withOrder, withoutChange, withSong } from './studio-state.ts';
import { type Problem, useStudioData } from './use-studio-data.ts';
import type { useToasts } from './use-toasts.ts';

/** Without `at`: immediately. */
interface DeliveryRequest {
  at?: string | null;
  timeZone: string;
  message: string;
  byHand?: true;
  byText?: true;
}

/** State and actions of the studio. Updates optimistically; the server's answer wins. */
export function useStudio(props: StudioProps, toasts: ReturnType<typeof useToasts>) {
  const data = useStudioData(props, toasts);
  const { event, render, setEvent, setRender, setSongs, removed, change } = data;
  const [invitation, writeInvitation] = useState<string | null>(null);
  const { id } = props.event;
  const { show, close } = toasts;

  const editMedia = async (clip: Media, changed: UpdateMediaBody, onFail?: (problem: Problem) => void) => {
    const contributor = { ...clip.contributor, ...changed.contributor };
    setEvent((now) => withMedia(now, { ...clip, ...changed, contributor } as Media, removed));
    const fields = [...Object.keys(changed), ...differing(changed.edit ?? clip.edit, clip.edit)];
    // The clip here may be older than what others, or this tab, have saved.
    const body = { ...changed, ...(changed.edit && { editFrom: clip.edit }) };
    const call = () => api.call(updateMedia, { params: { id: clip.id }, body });
    const saved = await change(() => ownChange(clip.id, fields, call), onFail);
    if (!saved) setEvent((now) => withoutChange(now, clip, Object.keys(changed)));
    return saved;
  };

  const wish = useRef<string[]>([]);
  const lastOrder = useRef<Promise<unknown>>(Promise.resolve());

  /** One at a time: a late or repeated request must not undo a newer move. Null if a newer one took its place. */
  async function sendOrder(mediaIds: string[], earlier: Promise<unknown>): Promise<{ mediaIds: string[] } | null> {
    await earlier.catch(() => undefined);
    if (wish.current !== mediaIds) return null;
    try {
      return await api.call(orderMedia, { params: { id }, body: { mediaIds } });
    } catch (error) {
      if (wish.current !== mediaIds) return null;
      throw error;
    }
  }

  async function openCheckout() {
    const cart = await api.call(openCart, { body: { eventId: id } });
    window.location.assign(`/checkout/${cart.id}`);
  }

  return {
    event,
    preview: data.preview,
    render,
    films: data.films,
    shaping: data.shaping,
    joins: data.joins,
    songs: data.songs,
    hearsWords: props.hearsWords,
    isOff: props.isOff,
    isLive: data.isLive,
    isSaving: data.isSaving,
    addSong: (added: Track) => setSongs((now) => withSong(now, added)),
    async removeSong(songId: string) {
      const removed = await change(() => api.call(deleteTrack, { params: { id: songId } }));
      if (removed) setSongs((now) => withSong(now, removed));
    },
    run: change,
    setEvent,
    show,
    async order(ids: string[]) {
      const before = idsOf(event);
      setEvent((now) => withOrder(now, ids));
      wish.current = ids;
      const sent = sendOrder(ids, lastOrder.current);
      lastOrder.current = sent;
      const saved = await change(() => sent);
      // A newer one shows its own.
      if (!saved && wish.current === ids) setEvent((now) => withOrder(now, before));
      return saved;
    },
    editMedia,
    async setHidden(clip: Media, hidden: boolean) {
      const saving = editMedia(clip, { hidden });
      if (!hidden) return;
      const toast = show({
        text: `${clip.contributor.name}’s clip was left out.`,
        action: { label: 'Undo', onClick: () => void editMedia({ ...clip, hidden: true }, { hidden: false }) },
      });
      if (!(await saving)) close(toast);
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
    async setOpen(acceptsClips: boolean) {
      const isOver = event.deadline !== null && Date.parse(event.deadline) <= Date.now();
      const body = { acceptsClips, ...(acceptsClips && isOver && { deadline: null }) };
      setEvent((now) => ({ ...now, ...body, isClosed: !acceptsClips }));
      const saved = await change(() => api.call(updateEvent, { params: { id }, query: {}, body }));
      const { acceptsClips: was, deadline, isClosed } = event;
      if (!saved) setEvent((now) => ({ ...now, acceptsClips: was, deadline, isClosed }));
      return saved;
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
      if (done) data.leaveFor('/dashboard#deleted');
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
