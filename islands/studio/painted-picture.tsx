import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { openPhoto } from '../../src/shared/contracts/clip-edits.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import type { PhotoEdit } from '../../src/shared/photo-edit.ts';
import { api } from '../runtime/api.ts';
import { ColouredPhoto, DrawnLayer, usePhotoFaces } from './photo-layers.tsx';
import type { PhotoCopy } from './photo-stage.tsx';

interface PaintedPictureProps {
  clip: Media;
  painting: PhotoEdit;
  style: CSSProperties;
  /** Until the photo is there. */
  children: ReactNode;
}

/** A whole photo with what the photo editor did: the clip without its edit may be from before that. */
export function PaintedPicture({ clip: { id }, painting, style, children }: PaintedPictureProps) {
  const [photo, setPhoto] = useState<PhotoCopy | null>(null);
  usePhotoFaces();
  useEffect(() => {
    api.call(openPhoto, { params: { id } }).then(setPhoto, () => setPhoto(null));
  }, [id]);
  if (!photo) return children;
  return (
    <div className="edit-stage__media edit-stage__painted" style={style}>
      <ColouredPhoto url={photo.url} edit={painting} onFail={() => setPhoto(null)} />
      <svg
        className="photo-editor__layers"
        viewBox={`0 0 ${photo.width} ${photo.height}`}
        role="presentation"
        focusable="false"
      >
        {(painting.layers ?? []).map((layer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
          <DrawnLayer key={index} layer={layer} size={photo} handlers={null} />
        ))}
      </svg>
    </div>
  );
}
