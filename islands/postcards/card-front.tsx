import { duration } from '../../src/shared/format.ts';
import type { CardValues } from '../../src/shared/forms/postcard-values.ts';
import { POSTCARD } from '../../src/shared/limits.ts';
import { Field, FieldError } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { List } from '../../views/ui/list.tsx';
import { Stamp } from '../../views/ui/stamp.tsx';
import type { PostcardEditorProps } from './postcard-editor-props.ts';
import type { CardDraft } from './use-card.ts';

const SLIDERS = [
  { name: 'zoom', label: 'Zoom', min: 1, max: POSTCARD.zoomMax, step: 0.05 },
  { name: 'across', label: 'Left to right', min: 0, max: 100, step: 1 },
  { name: 'down', label: 'Up and down', min: 0, max: 100, step: 1 },
] as const;

/** Fields of the front: picture, part of it, frame and caption. */
export function CardFront({ clips, templates, draft }: PostcardEditorProps & { draft: CardDraft }) {
  const { values, card, refused, set } = draft;
  const length = clips.find(({ id }) => id === values.mediaId)?.length ?? null;
  const usualAt = String(Math.round(((length ?? 0) / 3) * 10) / 10);
  const lost = card.front.mediaId && card.problems.find(({ field }) => field === 'front.mediaId')?.message;
  const choose = (id: string) => {
    // The moment belongs to the other clip.
    set('at', '');
    set('mediaId', id);
  };
  return (
    <section className="postcard__part" aria-labelledby="front">
      <h2 id="front">Front</h2>
      <fieldset className="postcard__choice">
        <legend className="field__label">Picture</legend>
        {clips.length === 0 ? (
          <p className="l-small">Clips and photos show up here once they are ready.</p>
        ) : (
          <List className="postcard__frames">
            {clips.map(({ id, posterUrl, name }) => (
              <li key={id}>
                <label className="postcard__frame">
                  <input
                    type="radio"
                    name="mediaId"
                    value={id}
                    className="l-unseen"
                    checked={values.mediaId === id}
                    onChange={() => choose(id)}
                  />
                  <Stamp src={posterUrl} alt={name} />
                </label>
              </li>
            ))}
          </List>
        )}
        {(refused.mediaId || lost) && <FieldError>{refused.mediaId || lost}</FieldError>}
      </fieldset>
      {length !== null && values.at === '' && <input type="hidden" name="usualAt" value={usualAt} />}
      {length !== null && (
        <Slider
          name="at"
          label="Moment of the video"
          min={0}
          max={Math.floor(length * 10) / 10}
          step={0.1}
          value={values.at || usualAt}
          text={duration(Number(values.at || usualAt))}
          set={set}
        />
      )}
      {values.mediaId !== '' &&
        SLIDERS.map((slider) => <Slider key={slider.name} {...slider} value={values[slider.name]} set={set} />)}
      {values.mediaId !== '' && <Sharpness isSharp={card.front.isSharp} />}
      <fieldset className="postcard__choice">
        <legend className="field__label">Frame</legend>
        <List className="postcard__templates">
          {templates.map(({ id, name, backgroundUrl }) => (
            <li key={id}>
              <label className="postcard__template">
                <input
                  type="radio"
                  name="templateId"
                  value={id}
                  className="l-unseen"
                  checked={values.templateId === id}
                  onChange={() => set('templateId', id)}
                />
                <span className="postcard__thumb">
                  <img src={backgroundUrl} width={188} height={128} alt="" loading="lazy" />
                </span>
                <span>{name}</span>
              </label>
            </li>
          ))}
        </List>
      </fieldset>
      <Field
        name="caption"
        label="Words on the front"
        maxLength={POSTCARD.captionMax}
        value={values.caption}
        onChange={({ currentTarget }) => set('caption', currentTarget.value)}
        error={refused.caption}
      />
    </section>
  );
}

interface SliderProps {
  name: keyof CardValues;
  label: string;
  min: number;
  max: number;
  step: number;
  value: string;
  /** Value for screen readers. */
  text?: string;
  set: CardDraft['set'];
}

function Slider({ name, label, min, max, step, value, text, set }: SliderProps) {
  return (
    <label className="postcard__slider">
      <span className="field__label">{label}</span>
      <input
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={({ currentTarget }) => set(name, currentTarget.value)}
      />
    </label>
  );
}

function Sharpness({ isSharp }: { isSharp: boolean }) {
  return (
    <p className={isSharp ? 'postcard__sharp' : 'postcard__sharp postcard__sharp--not'}>
      <Icon name={isSharp ? 'check' : 'warn'} />
      <span>
        {isSharp ? 'Sharp enough to print' : 'This may look soft on paper. Zoom out, or choose another picture.'}
      </span>
    </p>
  );
}
