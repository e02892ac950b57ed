import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { type Postcard, updatePostcard } from '../../src/shared/contracts/postcards.ts';
import { byFieldOfForm, type CardValues, draftOf } from '../../src/shared/forms/postcard-values.ts';
import { api, reasonOf } from '../runtime/api.ts';
import type { PostcardEditorProps } from './postcard-editor-props.ts';

/** Milliseconds without a change before it is saved. */
const CALM = 500;

export interface CardDraft {
  values: CardValues;
  /** As it was saved last. */
  card: Postcard;
  state: 'still' | 'changed' | 'saving' | 'saved' | 'failed';
  /** Why it was not saved. */
  reason: string | null;
  refused: PostcardEditorProps['refused'];
  /** Marks fields that are not good enough. */
  refuse(fields: PostcardEditorProps['refused']): void;
  set(field: keyof CardValues, value: string): void;
  /** Whether something is not saved yet. */
  isDirty(): boolean;
  /** Saves what was not saved yet; false where that fails. */
  flush(): Promise<boolean>;
}

/** A draft that saves itself: one call at a time, the last values win. */
export function useCard({ card: first, values: known, refused: before }: PostcardEditorProps): CardDraft {
  const [values, setValues] = useState(known);
  const [card, setCard] = useState(first);
  const [state, setState] = useState<CardDraft['state']>('still');
  const [reason, setReason] = useState<string | null>(null);
  const [refused, setRefused] = useState(before);
  const latest = useRef(known);
  const saved = useRef(known);
  const running = useRef<Promise<boolean> | null>(null);
  const { id } = first;

  const save = useCallback(async (): Promise<boolean> => {
    while (saved.current !== latest.current) {
      const sent = latest.current;
      setState('saving');
      try {
        setCard(await api.call(updatePostcard, { params: { id }, body: draftOf(sent) }));
        saved.current = sent;
        setRefused({});
        setReason(null);
      } catch (error) {
        if (sent !== latest.current) continue;
        setRefused(error instanceof ApiError ? byFieldOfForm(error.fields) : {});
        setReason(reasonOf(error));
        setState('failed');
        return false;
      }
    }
    setState('saved');
    return true;
  }, [id]);

  const flush = useCallback((): Promise<boolean> => {
    running.current ??= save().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [save]);

  useEffect(() => {
    if (values === saved.current) return;
    const timer = setTimeout(() => void flush(), CALM);
    return () => clearTimeout(timer);
  }, [values, flush]);

  useEffect(() => {
    const onLeave = () => {
      const sent = latest.current;
      if (sent === saved.current) return;
      api.call(updatePostcard, { params: { id }, body: draftOf(sent), keepalive: true }).then(
        () => {
          saved.current = sent;
        },
        // Nobody is there to read why; a page that comes back tries again with the next change.
        () => undefined,
      );
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [id]);

  const set = (field: keyof CardValues, value: string) => {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    setState('changed');
  };
  const isDirty = () => saved.current !== latest.current;
  return { values, card, state, reason, refused, refuse: setRefused, set, isDirty, flush };
}
