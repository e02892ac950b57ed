import { useEffect, useState } from 'react';
import { previewEventTheme, previewThemeValues } from '../../src/shared/contracts/theme-editor.ts';
import type { ThemeCards } from '../../src/shared/theme-preview.ts';
import { api } from '../runtime/api.ts';
import { useDebounced } from '../runtime/use-debounced.ts';
import { CardArt } from './card-art.tsx';
import { valuesOf } from './theme-values.ts';

interface ThemeLiveProps {
  /** The form whose values it shows. */
  formId: string;
  /** The event whose names the cards have; null for names of nobody. */
  eventId: string | null;
  preview: ThemeCards;
}

/** Both cards of a theme as its form describes them. Keeps the last ones while the form makes no theme. */
export default function ThemeLive({ formId, eventId, preview }: ThemeLiveProps) {
  const [{ about, opening, closing }, setShown] = useState(preview);
  const show = useDebounced(async () => {
    const form = formOf(formId);
    if (!form) return;
    const body = valuesOf(form);
    setShown(
      await (eventId
        ? api.call(previewEventTheme, { params: { id: eventId }, body })
        : api.call(previewThemeValues, { body })),
    );
  });
  useEffect(() => {
    const form = formOf(formId);
    const changed = () => show();
    form?.addEventListener('input', changed);
    return () => form?.removeEventListener('input', changed);
  }, [formId, show]);
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

function formOf(id: string): HTMLFormElement | null {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : null;
}
