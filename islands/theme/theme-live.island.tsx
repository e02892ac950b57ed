import { useEffect, useState } from 'react';
import { previewThemeValues } from '../../src/shared/contracts/theme-editor.ts';
import type { ThemePreview } from '../../src/shared/theme-preview.ts';
import { api } from '../runtime/api.ts';
import { CardArt } from './card-art.tsx';
import { valuesOf } from './theme-values.ts';

interface ThemeLiveProps {
  /** The form whose values it shows. */
  formId: string;
  preview: Pick<ThemePreview, 'about' | 'opening' | 'closing'>;
}

/** Milliseconds without a change before it asks. */
const CALM = 250;

/** Both cards of a theme as its form describes them. Keeps the last ones while the form makes no theme. */
export default function ThemeLive({ formId, preview }: ThemeLiveProps) {
  const [{ about, opening, closing }, setShown] = useState(preview);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    const ask = async () => {
      const now = ++turn;
      const answer = await api.call(previewThemeValues, { body: valuesOf(form) }).catch(() => null);
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
  }, [formId]);
  return (
    <div className="staff-themes__cards">
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
