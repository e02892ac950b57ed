import { expect } from 'chai';
import { listThemes, type Theme } from '../../src/shared/contracts/themes.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('/staff/themes', function () {
  this.timeout(600_000);
  const web = useWeb();
  let chromium: TestBrowser;
  let editor: SignedInUser;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    editor = await newUser(web().origin, { role: 'editor' });
    open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(editor, open.context);
  });
  after(() => chromium?.close());

  const offered = (name: string): Promise<Theme | undefined> =>
    newVisitor(web().origin)
      .call(listThemes, { query: {} })
      .then((all) => all.find((theme) => theme.name === name));
  const art = () => open.page.$eval('.theme-editor__cards img', (image) => image.getAttribute('src'));
  const leads = (words: string) => pressPlain(open.page, 'main button', words);

  it('makes a theme with a live preview, offers it, deletes and restores it', async () => {
    const { page, visit, reads, problems } = open;
    await visit(`${web().origin}/staff/themes`);
    expect(await page.$$eval('.staff-themes__cell', (cells) => cells.length)).to.be.at.least(10);
    await open.follow('.desk__head a');
    const before = await art();
    await page.select('[name=introUrl]', '/api/v2/theme-art/garden/intro');
    await page.waitForFunction(
      (src) => document.querySelector('.theme-editor__cards img')?.getAttribute('src') !== src,
      {},
      before,
    );
    expect(await art()).to.contain('/theme-art/garden/intro');
    await page.type('[name=name]', 'Orchard');
    await click(page, '[name=isPublic]');
    await page.$eval('.form-set__fold', (fold) => fold.setAttribute('open', ''));
    await click(page, '[value=wedding]');
    await page.$$eval('.form-set__fold', (folds) => folds.at(-1)?.setAttribute('open', ''));
    await page.select('[name="scenes.0.kind"]', 'collage');
    await page.type('[name="scenes.0.cells"]', '0 0 0.5 1\n0.5 0 0.5 1');
    await reads('.theme-editor__cards', 'The film starts with everybody on screen at once.');
    expect(await lookOver(page)).to.deep.equal([]);
    await leads('Make this theme');
    await reads('.banner', 'Saved.');
    const made = await offered('Orchard');
    expect(made).to.deep.include({ introUrl: '/api/v2/theme-art/garden/intro', occasions: ['wedding'], ownerId: null });
    expect(made?.scenes[0]?.cells).to.have.length(2);

    await leads('Delete this theme');
    expect(await offered('Orchard')).to.equal(undefined);
    await reads('.staff-themes__grid', 'Orchard Deleted');
    await open.follow(`.staff-themes__cell[href="/staff/themes/${made?.id}"]`);
    await leads('Restore this theme');
    expect((await offered('Orchard'))?.id).to.equal(made?.id);
    expect(await lookOver(page)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('saves and refuses without script, at the field, and keeps what was typed', async () => {
    const { page, text } = open;
    await page.setJavaScriptEnabled(false);
    await page.goto(`${web().origin}/staff/themes/chalk`);
    await page.$eval('[name=fontSize]', (field) => field.setAttribute('type', 'text'));
    await page.$eval('[name=fontSize]', (field) => field.setAttribute('value', '9'));
    await page.$eval('[name=fontLineSpacing]', (field) => field.setAttribute('value', '1.2'));
    await leads('Save');
    expect(await text('.field:has([name=fontSize])')).to.contain('Too small to read.');
    expect(await page.$eval('[name=fontLineSpacing]', (field) => (field as HTMLInputElement).value)).to.equal('1.2');
    await page.$eval('[name=fontSize]', (field) => field.setAttribute('value', '200'));
    await leads('Save');
    expect(await text('.banner')).to.contain('Saved.');
    expect(await offered('Chalkboard')).to.include({ fontSize: 200, fontLineSpacing: 1.2 });
    await page.setJavaScriptEnabled(true);
  });

  it('is for staff with the right to edit themes', async () => {
    const user = await newUser(web().origin);
    for (const path of ['/staff/themes', '/staff/themes/new', '/staff/themes/chalk']) {
      expect((await user.fetch(path)).status, path).to.equal(403);
      expect((await newVisitor(web().origin).fetch(path)).headers.get('location')).to.match(/^\/auth\/login/);
    }
    expect((await user.postForm('/staff/themes/chalk/delete', {})).status).to.equal(403);
    expect(await offered('Chalkboard')).to.not.equal(undefined);
  });
});
