import { callOf } from '../../src/shared/call-of.ts';
import type * as desk from '../../src/shared/contracts/chat-desk.ts';

// API calls of the desk.
export const answerChat = callOf<typeof desk.answerChat>('POST', '/api/v2/staff/chat/conversations/:id/messages');
export const changeDesk = callOf<typeof desk.changeDesk>('PUT', '/api/v2/staff/chat/conversations/:id');
export const getDesk = callOf<typeof desk.getDesk>('GET', '/api/v2/staff/chat/conversations/:id');
export const listDesk = callOf<typeof desk.listDesk>('GET', '/api/v2/staff/chat/conversations');
export const readDesk = callOf<typeof desk.readDesk>('POST', '/api/v2/staff/chat/conversations/:id/read');
