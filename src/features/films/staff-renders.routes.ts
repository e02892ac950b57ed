import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-renders.ts';
import * as jobs from './staff-jobs.service.ts';
import * as renders from './staff-renders.service.ts';

const handler = staffWho('job.handle');
const maker = staffWho('render.make');

export const makeStaffRenderAction = action(contracts.makeStaffRender, {
  access: maker,
  run: ({ body: { eventId, note, ...kind }, user, viewer: { ip } }) =>
    renders.makeRender(eventId, kind, { id: user.id, ip, note }),
});

export const cancelStaffRenderAction = action(contracts.cancelStaffRender, {
  access: handler,
  run: ({ params, user, viewer: { ip } }) => renders.cancel(params.id, { id: user.id, ip, note: '' }),
});

export const publishRenderAction = action(contracts.publishRender, {
  access: maker,
  run: ({ params, body: { note }, user, viewer: { ip } }) => renders.publish(params.id, { id: user.id, ip, note }),
});

export const retryRenderAction = action(contracts.retryRender, {
  access: handler,
  run: ({ params, body: { note }, user, viewer: { ip } }) => renders.retry(params.id, { id: user.id, ip, note }),
});

export const retryJobAction = action(contracts.retryJob, {
  access: handler,
  run: ({ params, body: { note }, user, viewer: { ip } }) => jobs.retryJob(params.id, { id: user.id, ip, note }),
});

export const cancelJobAction = action(contracts.cancelJob, {
  access: handler,
  run: ({ params, user, viewer: { ip } }) => jobs.cancelJob(params.id, { id: user.id, ip, note: '' }),
});

export const staffRenderRoutes: RouteTable = [
  action(contracts.listStaffRenders, {
    access: handler,
    async run({ query }) {
      const { renders: found, total, nextCursor } = await renders.listRenders(query);
      return withBeside(found, { meta: { total, nextCursor } });
    },
  }),
  makeStaffRenderAction,
  cancelStaffRenderAction,
  publishRenderAction,
  retryRenderAction,
  action(contracts.listStaffJobs, {
    access: handler,
    async run({ query }) {
      const { jobs: found, nextCursor } = await jobs.listJobs(query);
      return withBeside(found, { meta: { nextCursor } });
    },
  }),
  retryJobAction,
  cancelJobAction,
];
