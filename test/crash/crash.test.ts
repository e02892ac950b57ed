import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { pingOverNewConnection } from '../../src/platform/database/stuck-connection.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { newUser } from '../helpers/user.ts';
import { checkClips, checkFilms, checkFolders, checkNewestFilm, checkOrder, checkUploads } from './afterwards.ts';
import { giveFilm, uploadOnly } from './contributor.ts';
import { phoneFilms } from './films-of-phones.ts';
import { killAtRandom, VICTIMS } from './killer.ts';
import { type Ledger, newLedger, PATIENCE } from './ledger.ts';
import { createOrganiser, organise } from './organiser.ts';
import { createRandom } from './random.ts';
import { type RunningApp, startRunningApp } from './running-app.ts';
import { settled } from './settled.ts';
import { indexFaults } from './whole-store.ts';

/** `CRASH_SEED=N npx mocha test/crash/crash.test.ts` draws the same numbers again; `CRASH_TALK=1` tells what goes on. */
const SEED = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
const KILLS = Number(process.env.CRASH_KILLS ?? 9);
const CONTRIBUTORS = 8;
/** How long the killing waits for a film that it may endanger, in milliseconds. */
const FILM_WITHIN = 20_000;
const MINUTE = 60_000;
/** Lines of process output printed on failure, without those that say where an error came from. */
const LAST_WORDS = 150;
const STACK = /^ +[\d.]+ s +(?:at |caused by)/;

describe('web, worker and database under kill -9', function () {
  this.timeout(40 * MINUTE);
  let app: RunningApp | null = null;
  let left: string[] = [];
  let said: string[] = [];

  async function stop(): Promise<void> {
    left = (await app?.stop()) ?? [];
    app = null;
  }

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const { origin, databaseUri } = app ?? {};
    const ready = origin && (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(String));
    const words = ready instanceof Response ? `${ready.status} ${await ready.text()}` : ready;
    // Tells a database that does not answer from a process that has lost it for good.
    const asked = databaseUri && (await pingOverNewConnection(databaseUri).then(() => 'answers', String));
    const told = said.filter((line) => !STACK.test(line)).slice(-LAST_WORDS);
    console.log([...told, `      whether it is ready: ${words}; the database: ${asked}`].join('\n'));
  });

  after(stop);

  it(`loses no acknowledged write over ${KILLS} kills (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const ledger: Ledger = newLedger();
    const givenUp: string[] = [];
    const began = Date.now();
    const clock = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
    said = [];
    const say = (words: string) => {
      said.push(`      ${clock()} ${words}`);
      if (process.env.CRASH_TALK) console.log(said.at(-1));
    };
    const onGiveUp = (name: string) => {
      givenUp.push(name);
      say(`${name} was given up`);
    };

    const running = await startRunningApp(onGiveUp, say);
    app = running;
    say('it runs');
    const { origin } = running;
    const makeFilm = await phoneFilms();
    const browser = await newUser(origin);
    const startEvent = (firstName: string) =>
      browser.call(createEvent, {
        body: {
          occasion: 'getwell',
          recipients: [{ firstName }],
          // It stays open beside its film as long as the deadline lies ahead.
          deadline: new Date(Date.now() + 60 * MINUTE).toISOString(),
        },
      });
    const [busy, calm] = [await startEvent('Ruth'), await startEvent('Karl')];
    const contributor = (number: number, event: { uuid: string }) => {
      const name = `Contributor ${number}`;
      return { origin, ledger, name, ip: `10.0.0.${number}`, event: event.uuid, random: random.fork(name) };
    };

    // A gift with a film to begin with, so that films are made while clips of the other are still being prepared.
    const first = contributor(0, calm);
    await giveFilm(makeFilm(first.random), first);
    say('the first clip is in');
    const events = [busy.id, calm.id];
    const organiser = { browser, events, random: random.fork('organiser'), ledger };
    const her = createOrganiser(organiser);
    const patience = Date.now() + FILM_WITHIN;
    const firstFilm = await her.follow(await her.publish(calm.id), () => Date.now() > patience);
    say(`the first film is ${firstFilm.status}`);

    let isOver = false;
    const contributions = Array.from({ length: CONTRIBUTORS }, async (_, index) => {
      const options = contributor(index + 1, busy);
      await delay(options.random.between(0, 12_000));
      await giveFilm(makeFilm(options.random), options);
      while (!isOver) await uploadOnly(makeFilm(options.random), options, () => isOver);
    });
    const organising = organise(organiser, () => isOver);
    const { pidOf } = running;
    const killing = killAtRandom({
      kills: KILLS,
      random: random.fork('killer'),
      pidOf,
      steps: () => ledger.steps,
      isOver: () => isOver,
    });
    const ending = killing.finally(() => {
      isOver = true;
      say(`${ledger.gifts.filter(({ receipt }) => receipt).length} clips are in, and no more is killed`);
    });
    const all = Promise.all([ending, organising, ...contributions]);
    const [killed] = await all.finally(() => (isOver = true));
    expect(Object.values(killed).filter((times) => times > 0)).to.have.length(Math.min(VICTIMS.length, KILLS));
    say('all clips are in');
    await settled(running, browser, events);
    say('all is settled');

    const world = { app: running, browser, organiser: her, ledger, events };
    const clips = await checkClips(world);
    const uploads = await checkUploads(world);
    await checkOrder(world);
    const films = await checkFilms(world);
    await her.checkSession();
    const enough = Date.now() + PATIENCE;
    const last = await her.follow(await her.publish(busy.id), () => Date.now() > enough);
    expect(last.status, JSON.stringify(last.error)).to.equal('done');
    await checkNewestFilm(world, busy.id);
    await settled(running, browser, events);
    await checkFolders(world);
    expect(ledger.broken).to.deep.equal([]);
    expect(givenUp).to.deep.equal([]);

    const { varDir } = running;
    await stop();
    expect(left, 'processes that are left').to.deep.equal([]);
    const store = await indexFaults(`${varDir}/database`);
    expect(store.faults).to.deep.equal([]);
    console.log(
      `      killed ${JSON.stringify(killed)}; ${clips} clips and ${uploads} more uploads, ${ledger.steps} answers, ${ledger.renders.size} renders, ` +
        `${films} films, ${store.documents} documents, ${store.entries} index entries; ${clock()}`,
    );
  });
});
