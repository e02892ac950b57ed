import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { openPhoto, renderPinturaEdit, savePinturaEdit } from '../../src/shared/contracts/clip-edits.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import type { PhotoEdit, PhotoLayer } from '../../src/shared/photo-edit.ts';
import { PHOTO_EDIT } from '../../src/shared/studio-limits.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { Icon, type IconName } from '../../views/ui/icon.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { ColourPanel, DrawPanel, StickerPanel, TextPanel } from './photo-panels.tsx';
import { type Pen, type PhotoCopy, PhotoStage } from './photo-stage.tsx';
import { useSteps } from './use-steps.ts';
import type { Studio } from './use-studio.ts';

type Tab = 'colours' | 'text' | 'draw' | 'stickers';
const TABS: readonly [Tab, { title: string; icon: IconName }][] = [
  ['colours', { title: 'Colours', icon: 'photo' }],
  ['text', { title: 'Words', icon: 'text' }],
  ['draw', { title: 'Draw', icon: 'pen' }],
  ['stickers', { title: 'Stickers', icon: 'heart' }],
];
const NOT_OPENED = 'This photo can’t be opened right now. Please try again.';

interface PhotoEditorProps {
  clip: Media;
  studio: Studio;
  onClose: () => void;
}

/** Colours, words, drawings and stickers on a photo. The original stays. */
export function PhotoEditor({ clip, studio, onClose }: PhotoEditorProps) {
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const draft = useSteps<PhotoEdit>(`photo:${clip.id}`, clip.annotation ?? {}, tidy);
  const [photo, setPhoto] = useState<PhotoCopy | null>(null);
  const [tab, setTab] = useState<Tab>('colours');
  const [pen, setPen] = useState<Pen>({ colour: '#d9486b', width: 0.015 });
  const [chosenAt, setChosen] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const layers = draft.now.layers ?? [];
  const chosen = chosenAt !== null && chosenAt < layers.length ? chosenAt : null;
  const layer = chosen === null ? null : (layers[chosen] ?? null);
  const isFull = layers.length >= PHOTO_EDIT.layers;

  useEffect(() => {
    if (box.current && !box.current.open) box.current.showModal();
    box.current?.focus();
  }, []);
  const { id } = clip;
  useEffect(() => {
    api.call(openPhoto, { params: { id } }).then(setPhoto, (error) => setProblem(reasonOf(error)));
  }, [id]);

  const setLayers = (next: PhotoLayer[], field: string) => draft.set({ layers: next }, field);
  const add = (added: PhotoLayer) => {
    if (isFull) return setProblem(`Up to ${PHOTO_EDIT.layers} things fit on a photo.`);
    setLayers([...layers, added], `add ${layers.length}`);
    if (added.kind !== 'drawing') setChosen(layers.length);
  };
  const change = (index: number, to: object, field: string) =>
    setLayers(
      layers.map((each, at) => (at === index ? { ...each, ...to } : each)),
      `${field} ${index}`,
    );
  const remove = (index: number) => {
    setChosen(null);
    setLayers(layers.toSpliced(index, 1), `remove ${index} of ${layers.length}`);
  };
  const choose = (index: number | null) => {
    setChosen(index);
    const kind = index === null ? null : layers[index]?.kind;
    if (kind === 'text') setTab('text');
    if (kind === 'sticker') setTab('stickers');
  };
  const lastLine = layers.findLastIndex(({ kind }) => kind === 'drawing');
  const panel = {
    isFull,
    onAdd: add,
    onChange: (to: object, field: string) => chosen !== null && change(chosen, to, field),
    onRemove: () => chosen !== null && remove(chosen),
  };

  const leave = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (draft.isChanged) return setAsking(true);
    draft.forget();
    onClose();
  };
  async function save() {
    if (!draft.isChanged && (clip.isPainted || !clip.annotation)) return leave();
    setSaving(true);
    const params = { id };
    const edit = Object.keys(draft.now).length > 0 ? draft.now : null;
    const saved = await studio.run(
      async () => {
        await api.call(savePinturaEdit, { params, body: { edit } });
        return api.call(renderPinturaEdit, { params });
      },
      ({ message, fields }) => setProblem(Object.values(fields)[0] ?? message),
    );
    setSaving(false);
    if (!saved) return;
    draft.forget();
    studio.show({ text: `${clip.contributor.name}’s photo is saved. The film has it in a moment.` });
    onClose();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'range';
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) draft.redo();
    else draft.undo();
  };

  return (
    <dialog
      ref={box}
      tabIndex={-1}
      className="clip-editor photo-editor"
      aria-labelledby={titleId}
      onCancel={leave}
      onKeyDown={onKeyDown}
    >
      <header className="clip-editor__top">
        <IconButton icon="close" label="Close" onClick={() => leave()} />
        <h2 id={titleId}>
          <bdi>{clip.contributor.name}</bdi>
        </h2>
        <IconButton icon="undo" label="Undo" disabled={!draft.canUndo} onClick={draft.undo} />
        <IconButton icon="redo" label="Redo" disabled={!draft.canRedo} onClick={draft.redo} />
        <Button size="small" busy={isSaving} disabled={!photo} onClick={() => void save()}>
          {isSaving ? 'Saving' : 'Done'}
        </Button>
      </header>
      {(isAsking || problem) && (
        <div className="clip-editor__ask" role="alert">
          <p>{problem || 'Your changes aren’t saved yet.'}</p>
          {isAsking && (
            <div className="l-row">
              <Button kind="second" size="small" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button
                kind="quiet"
                size="small"
                onClick={() => {
                  draft.forget();
                  onClose();
                }}
              >
                Throw them away
              </Button>
            </div>
          )}
        </div>
      )}
      <div className="clip-editor__in">
        <section className="clip-editor__deck photo-editor__deck" aria-label="Photo">
          {photo ? (
            <PhotoStage
              photo={photo}
              edit={draft.now}
              pen={tab === 'draw' ? pen : null}
              chosen={chosen}
              onChoose={choose}
              onLine={add}
              onMove={(index, place) => change(index, place, 'move')}
              onRemove={remove}
              onFail={() => setProblem(NOT_OPENED)}
            />
          ) : (
            <p className="photo-editor__wait" role="status">
              {problem ? '' : 'Opening the photo'}
            </p>
          )}
        </section>
        <div className="clip-editor__tabs" role="tablist" aria-label="Tools">
          {TABS.map(([name, { title, icon }]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls={`${titleId}panel`}
              onClick={() => {
                setTab(name);
                setChosen(null);
              }}
            >
              <Icon name={icon} />
              {title}
            </button>
          ))}
        </div>
        <section className="clip-editor__panel" id={`${titleId}panel`} role="tabpanel" aria-label="Tool">
          {tab === 'colours' && <ColourPanel draft={draft} />}
          {tab === 'text' && <TextPanel {...panel} layer={layer?.kind === 'text' ? layer : null} />}
          {tab === 'stickers' && <StickerPanel {...panel} layer={layer?.kind === 'sticker' ? layer : null} />}
          {tab === 'draw' && (
            <DrawPanel
              pen={pen}
              onPen={setPen}
              hasLines={lastLine >= 0}
              onTakeBack={() => setLayers(layers.toSpliced(lastLine, 1), `line ${layers.length}`)}
            />
          )}
        </section>
      </div>
    </dialog>
  );
}

/** Without what changes nothing. */
function tidy({ adjust = {}, filter, layers = [], ...rest }: PhotoEdit): PhotoEdit {
  const levels = Object.fromEntries(Object.entries(adjust).filter(([, level]) => level !== 0));
  return {
    ...rest,
    ...(Object.keys(levels).length > 0 && { adjust: levels }),
    ...(filter && { filter }),
    ...(layers.length > 0 && { layers }),
  };
}
