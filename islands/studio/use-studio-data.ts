import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { getPreview, latestRenderJob, listPublishedMedia, type RenderJob } from '../../src/shared/contracts/films.ts';
import { listTracks } from '../../src/shared/contracts/tracks.ts';
import { listNames } from '../../src/shared/format.ts';
import { api, reasonOf } from '../runtime/api.ts';
import { forMakers } from '../runtime/for-makers.ts';
import { useDebounced } from '../runtime/use-debounced.ts';
import { watchEventLater } from '../runtime/watch-later.ts';
import { thanked } from './clip-words.ts';
import { replacedByOther } from './own-changes.ts';
import {
  type StudioProps,
  withFilm,
  withMedia,
  withNewest,
  withOrder,
  withoutMedia,
  withSong,
} from './studio-state.ts';
import type { useToasts } from './use-toasts.ts';

/** Why a change was refused: a message for the user, and messages by field path. */
export interface Problem {
  message: string;
  fields: Readonly<Record<string, string>>;
  /** Null: the server was unreachable. */
  code: ApiError['code'] | null;
}

/** What can be fetched again. */
type Part = 'event' | 'preview' | 'render' | 'films' | 'songs';
const EVERYTHING: readonly Part[] = ['event', 'preview', 'render', 'films', 'songs'];
/** What follows from the clips: counts, length and price; the preview. Usually a message brings it. */
const OF_CLIPS: readonly Part[] = ['event', 'preview'];
/** States in which the event's page is no studio. */
const AWAY: readonly Event['status'][] = ['deleted', 'suspended', 'archived'];
/** Fetches in a row that are given up for newer messages. */
const MOST_OVERTAKINGS = 2;
/** With the event’s price, its films can be downloaded or not. */
const OF_EVENT: readonly Part[] = ['event', 'preview', 'films'];

/** What the studio shows: fetched, kept up to date by messages, and fetched again after each change. */
export function useStudioData(props: StudioProps, toasts: ReturnType<typeof useToasts>) {
  const [event, setEvent] = useState(props.event);
  const [preview, setPreview] = useState(props.preview);
  const [render, setRender] = useState(props.render);
  const [films, setFilms] = useState(props.films);
  const [shaping, setShaping] = useState<readonly RenderJob[]>([]);
  const [joins, setJoins] = useState(0);
  const [songs, setSongs] = useState(props.tracks);
  const [isLive, setLive] = useState(true);
  const [saving, setSaving] = useState(0);
  const { id, uuid } = props.event;
  const names = listNames(props.event.recipients.map(({ firstName }) => firstName));
  const { show, dropUndo } = toasts;

  const edits = useRef(0);
  const live = useRef(isLive);
  live.current = isLive;
  const removed = useRef(new Map<string, number>());
  const shown = useRef(event);
  shown.current = event;
  /** Changes under way: what is fetched meanwhile may lack them, and they fetch at their end. */
  const unsaved = useRef(0);
  const clipsVersion = useRef(0);
  const left = useRef(false);
  /** Messages so far about each part: what was fetched before one may lack it. */
  const told = useRef<Record<Part, number>>({ event: 0, preview: 0, render: 0, films: 0, songs: 0 });
  const overtakings = useRef(0);

  const refresh: (...parts: readonly Part[]) => void = useDebounced<Part>(async (parts): Promise<void> => {
    const before = edits.current;
    const toldBefore = { ...told.current };
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
    const overtaken = [...parts].filter((part) => told.current[part] !== toldBefore[part]);
    if (overtaken.length > 0) refresh(...overtaken);
    overtakings.current = overtaken.length > 0 ? overtakings.current + 1 : 0;
    // Where messages never pause, something older is better than nothing.
    const isNew = (part: Part) => !overtaken.includes(part) || overtakings.current > MOST_OVERTAKINGS;
    const isSaving = unsaved.current > 0;
    // Who deletes it here is on the way to My VidDays.
    if (nextEvent && AWAY.includes(nextEvent.status) && !isSaving && !left.current) return window.location.reload();
    if (nextEvent && isNew('event') && !isSaving) setEvent((now) => withNewest(nextEvent, now, removed.current));
    if (nextPreview && isNew('preview')) setPreview(nextPreview);
    if (nextRender !== undefined && isNew('render')) setRender(nextRender);
    if (nextFilms && isNew('films')) setFilms(nextFilms);
    if (nextSongs && isNew('songs')) setSongs(nextSongs);
  });

  useEffect(() => {
    const hear = (...parts: readonly Part[]) => {
      for (const part of parts) told.current[part] += 1;
    };
    return watchEventLater(
      props.needsAccount ? '/public' : '/users',
      // By its id, who was removed would hear nothing, not even that.
      { event: uuid },
      {
        'media:updated': (clip) => {
          hear('event');
          setEvent((now) => withMedia(now, clip, removed.current));
          const replaced = replacedByOther(clip);
          if (!replaced) return;
          const { name } = clip.contributor;
          void import('./edit-words.ts').then(({ replacedInWords }) => show({ text: replacedInWords(replaced, name) }));
        },
        'media:removed': ({ id: clipId, revision, clip }) => {
          hear('event');
          removed.current.set(clipId, revision);
          setEvent((now) => withoutMedia(now, clipId, clip));
        },
        'clips:changed': ({ version, event: changed, order, preview: current }) => {
          if (version < clipsVersion.current) return;
          hear(...OF_CLIPS);
          clipsVersion.current = version;
          const known = new Set(shown.current.media?.map((clip) => clip.id));
          // A clip was not announced, or came back by an update from before its withdrawal.
          const isApart = order.length !== known.size || order.some((clipId) => !known.has(clipId));
          // While a change is being saved, its order would jump back.
          if (unsaved.current > 0 || isApart) return refresh(...OF_CLIPS);
          setEvent((now) => withOrder({ ...now, ...changed }, order));
          setPreview(current);
        },
        'event:updated': ({ id: _id, isThanked, ...changed }) => {
          hear('event');
          setEvent((now) => ({ ...now, ...changed }));
          refresh(...OF_EVENT);
          if (isThanked) show(thanked(names));
        },
        'film:published': (film) => {
          hear('films');
          setFilms((now) => withFilm(now, film));
          refresh('event');
        },
        'track:updated': (changed) => {
          hear('songs');
          setSongs((now) => withSong(now, changed));
        },
        // The event carries the film that it made.
        'render:progress': (job) => {
          hear('render');
          if (job.format === '16:9' && job.height <= 1080) return setRender(job);
          setShaping((now) => [job, ...now.filter(({ id: known }) => known !== job.id)]);
          if (job.status === 'done') refresh('films');
        },
      },
      forMakers(() => {
        setLive(true);
        setJoins((count) => count + 1);
        refresh(...EVERYTHING);
      }),
      () => setLive(false),
    );
  }, [uuid, names, props.needsAccount, refresh, show]);

  /** Runs a change: shows that it is being saved, reports failures and reloads. `onFail` replaces the report. */
  const change = useCallback(
    async <T>(work: () => Promise<T>, onFail?: (problem: Problem) => void): Promise<T | null> => {
      dropUndo();
      setSaving((count) => count + 1);
      unsaved.current++;
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
        unsaved.current--;
        edits.current++;
        refresh(...(live.current ? OF_EVENT : EVERYTHING));
      }
    },
    [refresh, show, dropUndo],
  );

  const leaveFor = useCallback((path: string) => {
    left.current = true;
    window.location.assign(path);
  }, []);

  return {
    event,
    preview,
    render,
    films,
    /** Renders in other shapes since the page is open. */
    shaping,
    /** How often messages began or went on: some may have been missed before. */
    joins,
    songs,
    isLive,
    isSaving: saving > 0,
    setEvent,
    setRender,
    setSongs,
    /** Revisions of removed clips. */
    removed: removed.current,
    change,
    leaveFor,
  };
}
