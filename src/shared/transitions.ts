/** Allowed state transitions; others are refused with 409. */

export const EVENT_STATUS = [
  'active',
  'finalizing',
  'finalized',
  'delivered',
  'suspended',
  'archived',
  'deleted',
] as const;
export type EventStatus = (typeof EVENT_STATUS)[number];

export const MEDIA_STATUS = ['uploading', 'processing', 'ready', 'failed'] as const;
export type MediaStatus = (typeof MEDIA_STATUS)[number];

export const RENDER_STATUS = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type RenderStatus = (typeof RENDER_STATUS)[number];

const EVENT: Record<EventStatus, readonly EventStatus[]> = {
  active: ['finalizing', 'suspended', 'deleted'],
  finalizing: ['finalized', 'active', 'delivered', 'suspended'],
  finalized: ['finalizing', 'delivered', 'suspended', 'deleted'],
  delivered: ['finalizing', 'suspended', 'archived', 'deleted'],
  suspended: ['active', 'finalizing', 'finalized', 'delivered', 'archived', 'deleted'],
  archived: ['delivered', 'suspended', 'deleted'],
  deleted: ['active', 'finalized', 'delivered', 'archived', 'suspended'],
};

const MEDIA: Record<MediaStatus, readonly MediaStatus[]> = {
  uploading: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: ['processing'],
  failed: ['processing'],
};

const RENDER: Record<RenderStatus, readonly RenderStatus[]> = {
  queued: ['running', 'failed', 'cancelled'],
  running: ['queued', 'done', 'failed', 'cancelled'],
  done: [],
  failed: [],
  cancelled: [],
};

const TABLES = { event: EVENT, media: MEDIA, render: RENDER };

export function canBecome(entity: 'event', from: EventStatus, to: EventStatus): boolean;
export function canBecome(entity: 'media', from: MediaStatus, to: MediaStatus): boolean;
export function canBecome(entity: 'render', from: RenderStatus, to: RenderStatus): boolean;
export function canBecome(entity: keyof typeof TABLES, from: string, to: string): boolean {
  const table: Record<string, readonly string[]> = TABLES[entity];
  return table[from]?.includes(to) ?? false;
}

/** States from which `to` can be reached, for an atomic conditional update. */
export function statesBefore(to: EventStatus): EventStatus[] {
  return EVENT_STATUS.filter((from) => EVENT[from].includes(to));
}
