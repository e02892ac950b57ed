import type { Server } from 'node:http';
import type { Router } from 'express';
import type { Config } from '../config.ts';
import type { Subscription } from '../domain-events.ts';
import type { FileStore } from '../file-store.ts';
import type { Form } from '../http/forms.ts';
import type { HttpDeps } from '../http/mount-routes.ts';
import type { RouteTable } from '../http/route.ts';
import type { Log } from '../log.ts';
import type { Migration } from '../migrations/migration.ts';
import type { NeededPart, ProvidedPart } from '../part.ts';
import type { HandledJob } from '../queue/handled-jobs.ts';
import type { AcceptSocket } from '../sockets/accept-socket.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { FileResolver } from '../storage/signed-files.ts';
import type { AccountDataPart } from './personal-data.ts';

/** What a process has before its features are joined to it. */
export interface ProcessContext {
  config: Config;
  log: Log;
  store: FileStore;
  room: DiskRoom;
}

/** One step of the housekeeping; it may be repeated after a crash, and its queries are led by an index. */
export type Step = () => Promise<unknown>;

/**
 * Everything that the processes need to know of a feature. They only iterate over the list in `index.ts`.
 * @template S the pages that its forms show again where they are refused
 */
export interface Feature<S = never> {
  /** Its folder. */
  name: string;
  /** API tables; each gets its refusal tests and its place in the API docs. */
  routes?: readonly RouteTable[];
  /** What pages post without script. */
  forms?(screens: S): readonly Form[];
  /** What answers by itself: webhooks, pictures, uploads. Mounted before forms, pages and the API. */
  routers?(deps: HttpDeps): readonly Router[];
  /** Files that signed addresses open, by their kind. */
  files?: Readonly<Record<string, FileResolver>>;
  /** What it makes of connections of browsers. */
  sockets?: AcceptSocket;
  /** Types of jobs with their work; see `handles`. */
  jobs?: readonly HandledJob[];
  /** What a process that died has left undone; every minute, in one worker at a time. */
  rescue?: readonly Step[];
  /** Deletes what nobody may see any more; every hour, in one worker at a time. */
  cleanUp?: readonly Step[];
  /** Gives disk back before a worker writes anything. */
  freeDisk?: Step;
  accountData?: AccountDataPart;
  /** What it does about events of features to its left. */
  onEvent?: readonly Subscription[];
  migrations?: readonly Migration[];
  /** Parts that it calls; a process that lacks one does not start. */
  needs?: readonly NeededPart[];
  /** Parts that it makes or answers for others. */
  provides?(context: ProcessContext): readonly ProvidedPart[];
  /** Changes limits of the web process's server. */
  tuneServer?(server: Server): void;
}

/** Types a feature's manifest, `NOUN/NOUN.feature.ts`. */
export function defineFeature<S = unknown>(feature: Feature<S>): Feature<S> {
  return feature;
}
