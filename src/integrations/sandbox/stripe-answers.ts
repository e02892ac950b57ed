import type { Request, Response } from 'express';

/** Sends a webhook of this type about this object, after the answer that caused it. */
export type Notify = (type: string, object: object) => void;

export function keyOf(req: Request): string | null {
  const key = req.headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

/** A page of a list, newest first: `limit` items, those after `starting_after`. */
export function answerPage(res: Response, req: Request, all: readonly { id: string }[]): void {
  const { starting_after: after, limit } = req.query;
  const start = typeof after === 'string' ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const end = start + Math.min(100, Math.max(1, Number(limit ?? 10)));
  res.json({ object: 'list', url: req.path, has_more: end < all.length, data: all.slice(start, end) });
}

/** Filter for `created[gte]`, in seconds since 1970. */
export function createdSince({ created }: Request['query']): { createdAt?: { $gte: Date } } {
  const since = typeof created === 'object' && !Array.isArray(created) ? Number(created.gte) : Number.NaN;
  return Number.isFinite(since) ? { createdAt: { $gte: new Date(since * 1000) } } : {};
}

export function metadataOf(sent: unknown): Record<string, string> {
  if (typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
}

interface VendorError {
  message: string;
  type?: string;
  code?: string;
  param?: string;
}

export function refuse(res: Response, status: number, error: VendorError): void {
  res.status(status).json({ error: { type: 'invalid_request_error', ...error } });
}

export function refuseMissing(res: Response, what: string, id: string, status = 404): void {
  refuse(res, status, { code: 'resource_missing', param: 'id', message: `No such ${what}: '${id}'` });
}
