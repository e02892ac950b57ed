import { ApiError } from '../../src/shared/api-client.ts';

/** The refusal that a call ends with; fails where it is let through, or where no server answered. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400) return error;
    throw error;
  }
  throw new Error('The call was let through');
}

/** `[status, code]` of a refusal, as most tests look at it. */
export async function statusAndCode(call: Promise<unknown>): Promise<[number, string]> {
  const { status, code } = await refusalOf(call);
  return [status, code];
}
