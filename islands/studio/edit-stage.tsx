import type { CSSProperties, RefObject } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { lookMatrix } from '../../src/shared/looks.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import { CropFrame, type CropFrameProps } from './crop-frame.tsx';
import { PaintedPicture } from './painted-picture.tsx';

interface EditStageProps {
  clip: Media;
  edit: MediaEdit;
  /** What is said at the moment. */
  caption: string | undefined;
  video: RefObject<HTMLVideoElement | null>;
  /** Shows handles for the crop. */
  isCropping: boolean;
  onCrop: CropFrameProps['onCrop'];
}

const FRAME_SHAPE = 16 / 9;

/**
 * The whole clip with its picture as the edit shows it: the prepared clip has the picture in the middle of a frame of
 * 16:9, and the part that is cropped away stays visible, but dark.
 */
export function EditStage({ clip, edit, caption, video, isCropping, onCrop }: EditStageProps) {
  const { source } = clip;
  const shape = pictureShape(clip);
  const isTurned = (edit.rotate ?? 0) % 180 !== 0;
  const box = insideFrame(isTurned ? 1 / shape : shape);
  // Sizes of the picture before its quarter turn, in shares of the stage.
  const width = isTurned ? box.height / FRAME_SHAPE : box.width;
  const height = isTurned ? box.width * FRAME_SHAPE : box.height;
  const whole = insideFrame(shape);
  const inner: CSSProperties = {
    width: `${100 / whole.width}%`,
    height: `${100 / whole.height}%`,
    left: `${(-100 * (1 - whole.width)) / 2 / whole.width}%`,
    top: `${(-100 * (1 - whole.height)) / 2 / whole.height}%`,
    transform: straight(edit.straighten ?? 0, shape),
    ...(edit.look && { filter: `url(#look-${edit.look})` }),
  };
  const [flipX, flipY] = [edit.flip === 'horizontal' ? -1 : 1, edit.flip === 'vertical' ? -1 : 1];
  const outer: CSSProperties = {
    width: `${100 * width}%`,
    height: `${100 * height}%`,
    left: `${50 * (1 - width)}%`,
    top: `${50 * (1 - height)}%`,
    transform: `scale(${flipX}, ${flipY}) rotate(${edit.rotate ?? 0}deg)`,
  };
  const poster = source?.posterUrl ?? clip.posterUrl ?? undefined;
  const hasPicture = clip.kind === 'video' || clip.kind === 'photo';
  const still = poster && (
    <img className="edit-stage__media" style={hasPicture ? inner : undefined} src={poster} alt="" />
  );
  const { transform, filter } = inner;
  const picture =
    clip.isPainted && clip.annotation ? (
      <PaintedPicture clip={clip} painting={clip.annotation} style={{ inset: 0, transform, ...(filter && { filter }) }}>
        {still}
      </PaintedPicture>
    ) : (
      still
    );
  return (
    <div className="edit-stage">
      {edit.look && <LookFilter name={edit.look} />}
      <div className="edit-stage__picture" style={hasPicture ? outer : undefined}>
        {source && clip.kind !== 'photo' ? (
          // biome-ignore lint/a11y/useMediaCaption: captions are drawn over it, as they are edited
          <video
            ref={video}
            className="edit-stage__media"
            style={hasPicture ? inner : undefined}
            src={source.url}
            poster={poster}
            preload="auto"
            playsInline
          />
        ) : (
          picture
        )}
        {hasPicture && (isCropping || edit.crop) && (
          <CropFrame
            crop={edit.crop}
            turn={edit.rotate ?? 0}
            mirror={{ x: flipX, y: flipY }}
            hasHandles={isCropping}
            onCrop={onCrop}
          />
        )}
      </div>
      {caption && !isCropping && (
        <p className="captions__shown" dir="auto">
          {caption}
        </p>
      )}
    </div>
  );
}

/** Like the film: nearly 16:9 covers the frame. */
function pictureShape({ width, height }: Media): number {
  const shape = width > 0 && height > 0 ? width / height : FRAME_SHAPE;
  return Math.abs(shape / FRAME_SHAPE - 1) < 0.02 ? FRAME_SHAPE : shape;
}

/** Width and height of a shape that fits into the frame, as shares of it. */
function insideFrame(shape: number): { width: number; height: number } {
  return shape < FRAME_SHAPE ? { width: shape / FRAME_SHAPE, height: 1 } : { width: 1, height: FRAME_SHAPE / shape };
}

/** Enlarged until no corner is empty. */
function straight(degrees: number, shape: number): string | undefined {
  if (degrees === 0) return undefined;
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const zoom = Math.cos(angle) + Math.sin(angle) * Math.max(shape, 1 / shape);
  return `rotate(${degrees}deg) scale(${zoom})`;
}

function LookFilter({ name }: { name: NonNullable<MediaEdit['look']> }) {
  const rows = lookMatrix(name).map(([red, green, blue, added]) => `${red} ${green} ${blue} 0 ${added}`);
  return (
    <svg width="0" height="0" aria-hidden="true">
      <filter id={`look-${name}`} colorInterpolationFilters="sRGB">
        <feColorMatrix values={`${rows.join(' ')} 0 0 0 1 0`} />
      </filter>
    </svg>
  );
}
