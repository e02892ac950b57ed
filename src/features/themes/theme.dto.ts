import type { Scene, Theme } from '../../shared/contracts/themes.ts';
import type { StoredTheme } from './theme.model.ts';

/** A stored theme as the API answers it. */
export function toThemeDto(stored: StoredTheme): Theme {
  return {
    id: stored._id,
    name: stored.name,
    introUrl: stored.introUrl ?? null,
    outroUrl: stored.outroUrl ?? null,
    fontUrl: stored.fontUrl ?? null,
    fontColor: stored.fontColor,
    fontSize: stored.fontSize,
    fontLineSpacing: stored.fontLineSpacing,
    textBoxColor: stored.textBoxColor,
    isCollage: stored.isCollage,
    isPublic: stored.isPublic,
    scenes: stored.scenes.map(toScene),
    occasions: [...stored.occasions],
    ownerId: stored.ownerId ? String(stored.ownerId) : null,
    previewUrl: stored.introUrl ?? null,
    deletedAt: stored.deletedAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

function toScene({ id, kind, cells, background, transition, length }: StoredTheme['scenes'][number]): Scene {
  return {
    id,
    kind: kind as Scene['kind'],
    cells: cells.map(({ x, y, width, height }) => ({ x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 })),
    background,
    transition,
    ...(typeof length === 'number' && { length }),
  };
}
