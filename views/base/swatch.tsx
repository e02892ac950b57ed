import type { Occasion } from '../../src/shared/occasions.ts';

interface SwatchProps {
  occasion: Occasion;
  href: string;
  /** Default: the catalogue's label. */
  label?: string;
  /** A second line. */
  hint?: string;
}

/** A piece of an occasion's paper with its sticker. */
export function Swatch({ occasion, href, label = occasion.label, hint }: SwatchProps) {
  return (
    <li>
      <a className="swatch" href={href} data-occasion={occasion.type}>
        <span className="wrap" />
        <i className="swatch__sticker" aria-hidden="true">
          {occasion.emoji}
        </i>
        <span className="swatch__label">
          {label}
          {hint && <small>{hint}</small>}
        </span>
      </a>
    </li>
  );
}
