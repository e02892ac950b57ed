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

export const RSVP_STATUS = ['invited', 'opened', 'yes', 'maybe', 'no', 'contributed', 'bounced'] as const;
export type RsvpStatus = (typeof RSVP_STATUS)[number];

const RSVP: Record<RsvpStatus, readonly RsvpStatus[]> = {
  invited: ['opened', 'yes', 'maybe', 'no', 'contributed', 'bounced'],
  opened: ['yes', 'maybe', 'no', 'contributed'],
  yes: ['maybe', 'no', 'contributed'],
  maybe: ['yes', 'no', 'contributed'],
  no: ['yes', 'maybe', 'contributed'],
  contributed: ['opened'],
  bounced: ['invited', 'opened', 'yes', 'maybe', 'no', 'contributed'],
};

const EVENT: Record<EventStatus, readonly EventStatus[]> = {
  active: ['finalizing', 'suspended', 'deleted'],
  finalizing: ['finalized', 'active', 'delivered', 'suspended'],
  finalized: ['finalizing', 'delivered', 'suspended', 'deleted'],
  delivered: ['finalizing', 'suspended', 'archived', 'deleted'],
  suspended: ['active', 'finalizing', 'finalized', 'delivered', 'archived', 'deleted'],
  archived: ['delivered', 'suspended', 'deleted'],
  deleted: ['active', 'finalized', 'delivered', 'archived', 'suspended'],
};

/** States from which `to` can be reached, for an atomic conditional update. */
export function statesBefore(to: EventStatus): EventStatus[] {
  return EVENT_STATUS.filter((from) => EVENT[from].includes(to));
}

/** The same for a guest. */
export function rsvpStatesBefore(to: RsvpStatus): RsvpStatus[] {
  return RSVP_STATUS.filter((from) => RSVP[from].includes(to));
}

export const PARCEL_STATUS = [
  'created',
  'paid',
  'submitted',
  'inProduction',
  'shipped',
  'delivered',
  'failed',
  'cancelled',
] as const;
export type ParcelStatus = (typeof PARCEL_STATUS)[number];

/** Makers leave steps out, and report in any order; what comes back by post has failed after all. */
const PARCEL: Record<ParcelStatus, readonly ParcelStatus[]> = {
  created: ['paid', 'failed', 'cancelled'],
  paid: ['submitted', 'failed', 'cancelled'],
  submitted: ['inProduction', 'shipped', 'delivered', 'failed'],
  inProduction: ['shipped', 'delivered', 'failed'],
  shipped: ['delivered', 'failed'],
  delivered: [],
  failed: [],
  cancelled: [],
};

/** The same for a parcel. */
export function parcelStatesBefore(to: ParcelStatus): ParcelStatus[] {
  return PARCEL_STATUS.filter((from) => PARCEL[from].includes(to));
}
