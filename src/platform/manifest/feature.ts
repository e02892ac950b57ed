import type { Server } from 'node:http';
import type { Router } from 'express';
import type { Config } from '../config.ts';
import type { Database } from '../database/db.ts';
import type { Subscription } from '../domain-events.ts';
import type { FileStore } from '../file-store.ts';
import type { Form } from '../http/forms.ts';
import type { HttpDeps } from '../http/mount-routes.ts';
import type { RouteTable } from '../http/route.ts';
import type { Log } from '../log.ts';
import type { Migration } from '../migrations/migration.ts';
import type { NeededPart, ProcessName, ProvidedPart } from '../part.ts';
import type { HandledJob } from '../queue/handled-jobs.ts';
import type { AcceptSocket } from '../sockets/accept-socket.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { FileResolver } from '../storage/signed-files.ts';
import type { AccountDataPart } from './personal-data.ts';

/** The layout that all cached pages share. */
export interface SharedLayout {
  /** Invalidates all cached pages, here and in the other processes. */
  purge(): Promise<void>;
  /** Registers what to reload before invalidated pages are rendered again. */
  beforeRender(prepare: () => Promise<void>): void;
}

/** What only web processes have. */
export interface WebContext {
  layout: SharedLayout;
  /** Where this machine reaches a path of this process, with `Host` of `APP_ORIGIN`; known once it listens. */
  ownUrl(path: string): string;
}

/** What exists in a process before its features are joined. */
export interface ProcessContext {
  config: Config;
  log: Log;
  database: Database;
  store: FileStore;
  room: DiskRoom;
  /** All manifests, for a feature that combines parts of the others. */
  features: readonly Feature[];
  /** Null in the worker. */
  web: WebContext | null;
}

/** A step of the housekeeping. Idempotent; its queries must use an index. */
export type Step = () => Promise<unknown>;

/**
 * Declares a feature to the processes, which iterate over `index.ts`.
 * @template S pages that its forms show again after a refusal
 */
export interface Feature<S = never> {
  /** Folder name. */
  name: string;
  /** API tables, included in the refusal tests and the API docs. */
  routes?: readonly RouteTable[];
  /** Forms without script. */
  forms?(screens: S): readonly Form[];
  /** Webhooks, pictures, uploads. Mounted before forms, pages and the API. */
  routers?(deps: HttpDeps): readonly Router[];
  /** Files behind signed URLs, by kind. */
  files?: Readonly<Record<string, FileResolver>>;
  /** Stores built-in data of the feature at the start of a web process. Idempotent. */
  seed?: Step;
  /** Handler of new sockets. */
  sockets?: AcceptSocket;
  /** Job types with handlers; see `handles`. */
  jobs?: readonly HandledJob[];
  /** Recovers from crashes; every minute, in one worker at a time. */
  rescue?: readonly Step[];
  /** Deletes expired data; every hour, in one worker at a time. */
  cleanUp?: readonly Step[];
  /** Frees disk space before a worker starts. */
  freeDisk?: Step;
  /** Finishes what it does outside of requests and jobs, while the process closes. */
  settle?: Step;
  accountData?: AccountDataPart;
  /** Handlers for events of features to its left. */
  onEvent?: readonly Subscription[];
  migrations?: readonly Migration[];
  /** Loads modules on demand, before the database builds the indexes of all models loaded by then. */
  loads?(config: Config, process: ProcessName): Promise<unknown>;
  /** Required parts; without them a process does not start. */
  needs?: readonly NeededPart[];
  /** Parts that it provides, to itself or to others. */
  provides?(context: ProcessContext): readonly ProvidedPart[] | Promise<readonly ProvidedPart[]>;
  /** Adjusts the web process's HTTP server. */
  tuneServer?(server: Server): void;
}

/** Declares a manifest, `NOUN/NOUN.feature.ts`. */
export function defineFeature<S = unknown>(feature: Feature<S>): Feature<S> {
  return feature;
}
