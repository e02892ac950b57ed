import { useEffect, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { Switch } from '../../views/ui/choice.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { IconLink } from '../../views/ui/icon-link.tsx';
import { List } from '../../views/ui/list.tsx';
import { CardArt } from './card-art.tsx';
import type { ThemePickerProps } from './theme-picker-props.ts';

const CARDS = [
  { id: 'opening', label: 'Opening' },
  { id: 'closing', label: 'Credits' },
] as const;

/** Chooses a theme: a large preview, and all themes beside it. Nothing changes until the form is sent. */
export default function ThemePicker({ themes, chosenId, action, backUrl, heading, makeUrl }: ThemePickerProps) {
  const [picked, setPicked] = useState(chosenId);
  const [card, setCard] = useState<'opening' | 'closing'>('opening');
  const [isQuietOnly, setQuietOnly] = useState(false);
  const [hasScript, setHasScript] = useState(false);
  /** How often something was picked: each time the preview plays. */
  const [plays, setPlays] = useState(0);
  const [isCalm, setCalm] = useState(true);
  useEffect(() => {
    setHasScript(true);
    setCalm(matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, []);

  const theme = themes.find(({ id }) => id === picked) ?? themes[0];
  if (!theme) return null;
  const shown = themes.filter(({ id, isQuiet }) => !isQuietOnly || isQuiet || id === picked);
  const play = () => setPlays(plays + 1);
  const pick = (id: string) => {
    setPicked(id);
    play();
  };

  return (
    <form method="post" action={action} className="theme-picker">
      <header className="theme-picker__head">
        <IconLink href={backUrl} icon="arrow-left" label="Back to the studio" />
        <h1>Choose a theme</h1>
      </header>
      <section className="theme-picker__see" aria-label="Preview">
        <div className="theme-picker__screen">
          <CardArt key={`${theme.id} ${card} ${plays}`} card={theme[card]} isMoving={plays > 0 && !isCalm} />
        </div>
        {hasScript && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend
          <div className="chips" role="group" aria-label="Part of the film">
            {CARDS.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                className="chips__chip"
                aria-pressed={card === id}
                onClick={() => {
                  setCard(id);
                  play();
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        <div className="theme-picker__about" aria-live="polite">
          <h2>{theme.name}</h2>
          <p className="l-small">{theme.about}</p>
          {makeUrl && !theme.isKept && (
            <p className="l-small">
              <a href={makerOf(makeUrl, theme)}>{theme.isOwn ? 'Change this theme' : 'Make your own from this one'}</a>
            </p>
          )}
        </div>
      </section>
      <section className="theme-picker__list" aria-labelledby="themes">
        <div className="theme-picker__list-head">
          <h2 id="themes">{heading}</h2>
          {hasScript && (
            <Switch
              label="Quiet ones only"
              checked={isQuietOnly}
              onChange={({ currentTarget }) => setQuietOnly(currentTarget.checked)}
            />
          )}
        </div>
        <List className="theme-picker__grid">
          {shown.map(({ id, name, opening, isOwn }) => (
            <li key={id}>
              <label className="theme-picker__cell">
                <input
                  type="radio"
                  name="themeId"
                  value={id}
                  className="l-unseen"
                  checked={id === picked}
                  onChange={() => pick(id)}
                />
                <span className="theme-picker__frame">
                  <CardArt card={opening} isLazy />
                </span>
                <span className="theme-picker__name">
                  <Icon name="check" />
                  {name}
                  {id === chosenId && <span className="badge">Yours now</span>}
                  {isOwn && <span className="badge">Made by you</span>}
                </span>
              </label>
            </li>
          ))}
        </List>
      </section>
      <div className="actbar">
        <div className="l-page">
          <p className="l-small" aria-live="polite">
            {theme.note ?? 'Your clips and music stay as they are.'}
          </p>
          <Button type="submit" className="l-push">
            {hasScript ? `Use ${theme.name}` : 'Use this theme'}
          </Button>
        </div>
      </div>
    </form>
  );
}

function makerOf(makeUrl: string, { id, isOwn }: { id: string; isOwn: boolean }): string {
  if (isOwn) return `${makeUrl}/${id}`;
  return id === '' ? `${makeUrl}/new` : `${makeUrl}/new?from=${id}`;
}
