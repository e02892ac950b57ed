import { useEffect, useState } from 'react';
import { previewEventTheme, previewThemeValues } from '../../src/shared/contracts/theme-editor.ts';
import type { ThemeCards } from '../../src/shared/theme-preview.ts';
import { api } from '../runtime/api.ts';
import { CardArt } from './card-art.tsx';
import { valuesOf } from './theme-values.ts';

interface ThemeLiveProps {
  /** The form whose values it shows. */
  formId: string;
  /** The event whose names the cards have; null for names of nobody. */
  eventId: string | null;
  preview: ThemeCards;
}

/** Milliseconds without a change before it asks. */
const CALM = 250;

/** Both cards of a theme as its form describes them. Keeps the last ones while the form makes no theme. */
export default function ThemeLive({ formId, eventId, preview }: ThemeLiveProps) {
  const [{ about, opening, closing }, setShown] = useState(preview);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    const ask = async () => {
      const now = ++turn;
      const body = valuesOf(form);
      const asked = eventId
        ? api.call(previewEventTheme, { params: { id: eventId }, body })
        : api.call(previewThemeValues, { body });
      const answer = await asked.catch(() => null);
      if (answer && now === turn) setShown(answer);
    };
    const change = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), CALM);
    };
    form.addEventListener('input', change);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', change);
    };
  }, [formId, eventId]);
  return (
    <div className="theme-editor__cards">
      <figure>
        <CardArt card={opening} />
        <figcaption className="l-small">Opening</figcaption>
      </figure>
      <figure>
        <CardArt card={closing} />
        <figcaption className="l-small">Credits</figcaption>
      </figure>
      <p className="l-small" aria-live="polite">
        {about}
      </p>
    </div>
  );
}
