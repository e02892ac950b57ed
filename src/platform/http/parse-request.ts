import express, { type Request, type Response } from 'express';
import type * as z from 'zod';
import type { ContractShape } from '../../shared/contract.ts';
import { BODY_MAX } from '../../shared/limits.ts';
import { AppError } from '../errors.ts';
import { fieldWords } from './field-words.ts';
import { expandForm } from './form-body.ts';
import { isPlainData } from './plain-data.ts';

const readJson = express.json({ limit: BODY_MAX, type: 'application/json' });
const readForm = express.urlencoded({ limit: BODY_MAX, extended: false, type: 'application/x-www-form-urlencoded' });

/** Parses a JSON body; `{}` when it is empty. Throws MALFORMED, TOO_LARGE or WRONG_TYPE. */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return {};
  if (!req.is('application/json')) {
    throw new AppError('WRONG_TYPE', { message: 'Please send JSON with the content type application/json.' });
  }
  await run(readJson, req, res);
  return req.body ?? {};
}

/** Parses the body of a form and expands it with `expandForm`. */
export async function readFormBody(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return {};
  if (!req.is('application/x-www-form-urlencoded')) {
    throw new AppError('WRONG_TYPE', { message: 'Please send this form as our page does.' });
  }
  await run(readForm, req, res);
  return expandForm({ ...req.body });
}

/** Parses path parameters and query. Throws a 400 for invalid values. */
export function parseAddress(contract: ContractShape, req: Request): { params: unknown; query: unknown } {
  const query = { ...req.query };
  if (!isPlainData(req.params) || !isPlainData(query)) throw malformed();
  return {
    params: contract.params && parseOr(contract.params, { ...req.params }, addressRefused),
    query: contract.query && parseOr(contract.query, query, fieldsRefused),
  };
}

/** Parses the input that a form built for an action, as strictly as an API call. */
export function parseInput(
  contract: ContractShape,
  input: { params?: unknown; body?: unknown },
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: contract.params && parseOr(contract.params, input.params, addressRefused),
    query: contract.query && parseOr(contract.query, {}, fieldsRefused),
    body: contract.body && parseOr(contract.body, input.body, fieldsRefused),
  };
}

/** Parses a body; a 422 with a message for each refused field. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S>;
export function parseBody(schema: z.ZodType | undefined, body: unknown): unknown;
export function parseBody(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!isPlainData(body)) throw malformed();
  return schema && parseOr(schema, body, fieldsRefused);
}

function parseOr(schema: z.ZodType, input: unknown, refused: (error: z.ZodError) => AppError): unknown {
  const parsed = schema.safeParse(input, { error: fieldWords, reportInput: false });
  if (!parsed.success) throw refused(parsed.error);
  return parsed.data;
}

function addressRefused(error: z.ZodError): AppError {
  const message = error.issues[0]?.message ?? 'This link is not complete.';
  return new AppError('MALFORMED', { message, fields: toFields(error) });
}

function fieldsRefused(error: z.ZodError): AppError {
  return new AppError('FIELDS_REFUSED', { message: 'Please check the marked fields.', fields: toFields(error) });
}

/** First message by field path, such as `recipients.0.firstName`; messages about the whole are under `''`. */
function toFields(error: z.ZodError): Record<string, string> {
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (!fields.has(path)) fields.set(path, issue.message);
  }
  return Object.fromEntries(fields);
}

function malformed(): AppError {
  return new AppError('MALFORMED', { message: 'We couldn’t read this request.' });
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

type Middleware = (req: Request, res: Response, next: (error?: unknown) => void) => void;

/** Runs a middleware as a promise. */
export function run(middleware: Middleware, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}
