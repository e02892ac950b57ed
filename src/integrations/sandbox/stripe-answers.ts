import type { Request, Response } from 'express';

/** Sends a webhook of this type about this object, after the answer that caused it. */
export type Notify = (type: string, object: object) => void;

export function keyOf(req: Request): string | null {
  const key = req.headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

export function answerList(res: Response, url: string, data: object[]): void {
  res.json({ object: 'list', url, has_more: false, data });
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
