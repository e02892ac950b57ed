import { useEffect, useId, useState } from 'react';
import { openPhoto, renderPinturaEdit, savePinturaEdit } from '../../src/shared/contracts/clip-edits.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import type { PhotoEdit, PhotoLayer } from '../../src/shared/photo-edit.ts';
import { PHOTO_EDIT } from '../../src/shared/studio-limits.ts';
import type { IconName } from '../../views/ui/icon.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { EditorFrame, EditorTabs } from './editor-frame.tsx';
import { ownChange } from './own-changes.ts';
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
  const panelId = useId();
  const draft = useSteps<PhotoEdit>(`photo:${clip.id}`, clip.annotation ?? {}, tidy);
  const [photo, setPhoto] = useState<PhotoCopy | null>(null);
  const [tab, setTab] = useState<Tab>('colours');
  const [pen, setPen] = useState<Pen>({ colour: '#d9486b', width: 0.015 });
  const [chosenAt, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const layers = draft.now.layers ?? [];
  const chosen = chosenAt !== null && chosenAt < layers.length ? chosenAt : null;
  const layer = chosen === null ? null : (layers[chosen] ?? null);
  const isFull = layers.length >= PHOTO_EDIT.layers;

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
    draft.set(
      (now) => ({ layers: now.layers?.map((each, at) => (at === index ? { ...each, ...to } : each)) }),
      `${field} ${index}`,
    );
  const remove = (index: number) => {
    setChosen(null);
    setLayers(without(layers, index), `remove ${index} of ${layers.length}`);
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

  const discard = () => {
    draft.forget();
    onClose();
  };
  async function save() {
    if (!draft.isChanged && (clip.isPainted || !clip.annotation)) return onClose();
    setSaving(true);
    const params = { id };
    const edit = Object.keys(draft.now).length > 0 ? draft.now : null;
    const saved = await studio.run(
      () =>
        ownChange(id, ['annotation'], async () => {
          await api.call(savePinturaEdit, { params, body: { edit } });
          return api.call(renderPinturaEdit, { params });
        }),
      ({ message, fields }) => setProblem(Object.values(fields)[0] ?? message),
    );
    setSaving(false);
    if (!saved) return;
    studio.show({ text: `${clip.contributor.name}’s photo is saved. The film has it in a moment.` });
    draft.keep(draft.now);
    onClose();
  }

  return (
    <EditorFrame
      title={<bdi>{clip.contributor.name}</bdi>}
      className="photo-editor"
      {...{ draft, problem, isSaving }}
      canSave={photo !== null}
      onSave={() => void save()}
      onDiscard={discard}
    >
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
      <EditorTabs
        tabs={TABS}
        tab={tab}
        panelId={panelId}
        onChoose={(next) => {
          setTab(next);
          setChosen(null);
        }}
      />
      <section className="clip-editor__panel" id={panelId} role="tabpanel" aria-label="Tool">
        {tab === 'colours' && <ColourPanel draft={draft} />}
        {tab === 'text' && <TextPanel {...panel} layer={layer?.kind === 'text' ? layer : null} />}
        {tab === 'stickers' && <StickerPanel {...panel} layer={layer?.kind === 'sticker' ? layer : null} />}
        {tab === 'draw' && (
          <DrawPanel
            pen={pen}
            onPen={setPen}
            hasLines={lastLine >= 0}
            onTakeBack={() => setLayers(without(layers, lastLine), `line ${layers.length}`)}
          />
        )}
      </section>
    </EditorFrame>
  );
}

function without(layers: readonly PhotoLayer[], index: number): PhotoLayer[] {
  return layers.filter((_, at) => at !== index);
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
