import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { importRsvps, listRsvps } from '../../src/shared/contracts/rsvps.ts';
import { IMPORT } from '../../src/shared/limits.ts';
import { startEvent } from '../helpers/giving.ts';
import { invite } from '../helpers/guests.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { workbook, workbookLinks } from '../helpers/workbook.ts';

describe('POST /api/v2/rsvps/import', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada, {
      recipients: [{ firstName: 'Ruth', email: 'ruth@example.org', phone: '+49 170 1234567' }],
    });
  });

  const read = (body: { text: string } | { file: string }, preview: boolean) =>
    ada.call(importRsvps, { body: { event: event.id, ...body, preview } });

  const listed = async () =>
    (await ada.call(listRsvps, { params: { id: event.id } })).map(({ firstName }) => firstName);

  it('shows rows, duplicates, a recipient and what to fix, and saves nothing until asked', async () => {
    await invite(ada, event, { firstName: 'Sofia', email: 'karl@example.org' });
    const text = 'Bea bea@example.org\nKarl <karl@example.org>\nRuth ruth@example.org\nNoémie noemie@@orange.fr';
    const rows = await read({ text }, true);
    expect(rows.map(({ state }) => state)).to.deep.equal(['new', 'duplicate', 'refused', 'bad']);
    expect(await listed()).to.deep.equal(['Sofia']);
    await read({ text }, false);
    expect(await listed()).to.deep.equal(['Sofia', 'Bea']);
  });

  it('reads 500 rows of a file from Excel', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => `J\xf6rg ${n};joerg${n}@example.org`);
    const file = Buffer.from(['Name;E-Mail', ...lines].join('\r\n'), 'latin1').toString('base64');
    const rows = await read({ file }, true);
    expect(rows).to.have.length(500);
    expect(rows[0]).to.include({ firstName: 'Jörg', lastName: '0', state: 'new' });
  });

  it('reads a workbook, with numbers and empty cells', async () => {
    const file = workbook([
      ['Name', 'Email', 'Phone'],
      ['Jörg Weber', 'joerg@example.org', 447700900118],
      ['Bea & Co', null, null],
    ]);
    expect((await read({ file }, true)).map(({ firstName, email, phone }) => [firstName, email, phone])).to.deep.equal([
      ['Jörg', 'joerg@example.org', '447700900118'],
      ['Bea & Co', null, null],
    ]);
  });

  it('refuses workbooks that unpack to too much or name far cells, and files of other kinds', async () => {
    const bomb = workbook([['x']], { 'xl/media/noise.xml': ' '.repeat(IMPORT.unpackedBytes) });
    expect((await refusalOf(read({ file: bomb }, true))).code).to.equal('LIMIT_REACHED');
    const far = '<row r="1000000"><c r="XFD1000000"><v>1</v></c></row>';
    const sheet = `<worksheet><sheetData>${far}</sheetData></worksheet>`;
    const wide = workbook([['x']], { 'xl/worksheets/sheet1.xml': sheet });
    expect((await refusalOf(read({ file: wide }, true))).code).to.equal('LIMIT_REACHED');
    for (const bytes of [Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0', 'hex')]) {
      expect((await refusalOf(read({ file: bytes.toString('base64') }, true))).status).to.equal(415);
    }
  });

  it('refuses workbooks whose far cells and rows are written in unusual ways', async () => {
    const sheet = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;
    const cell = (place: string) => `<c ${place} t="inlineStr"><is><t>x</t></is></c>`;
    const refused = async (files: Record<string, string>) => {
      const { code } = await refusalOf(read({ file: workbook([['x']], files) }, true));
      expect(code, JSON.stringify(files)).to.equal('LIMIT_REACHED');
    };
    for (const place of ["r='XFD1'", 'r="&#88;FD1"', 'r="xfd1"', 'x:r="XFD1"']) {
      await refused({ 'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cell(place)}</row>`) });
    }
    for (const row of ['r="3000"', "r='3000'", 'r="1e4"', 'r="0x1000"']) {
      await refused({ 'xl/worksheets/sheet1.xml': sheet(`<row ${row}>${cell('r="A1"')}</row>`) });
    }
    await refused({ 'xl/worksheets/sheet1.xml': sheet('<row r="2000000"/>') });
    const quoted = `<row r="1000000" x="/>">${cell('r="CV1"')}</row>`;
    await refused({ 'xl/worksheets/sheet1.xml': sheet(quoted) });
    const links = workbookLinks('other/sheet.xml');
    await refused({ ...links, 'xl/other/sheet.xml': sheet(`<row r="1">${cell('r="XFD1"')}</row>`) });
  });

  it('reads a workbook with empty rows down to the last of Excel', async () => {
    const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>Bea</t></is></c></row>';
    const sheet = `<worksheet><sheetData>${row}<row r="1048575" ht="12.8"></row><row r="1048576"/></sheetData></worksheet>`;
    const rows = await read({ file: workbook([], { 'xl/worksheets/sheet1.xml': sheet }) }, true);
    expect(rows.map(({ firstName }) => firstName)).to.deep.equal(['Bea']);
  });

  it('reads long lines at once, whatever they repeat', async function () {
    // Time that grew with the square of the length would be minutes.
    this.timeout(60_000);
    const [open, letters, commas] = ['('.repeat(90_000), 'a'.repeat(45_000), 'a,'.repeat(20_000)];
    for (const text of [
      open,
      `BEGIN:VCARD\nFN:${commas}\nTEL:${letters}\nEND:VCARD`,
      `name;email\n${commas};${letters}`,
    ]) {
      expect(await read({ text }, true), text.slice(0, 10)).to.have.length(1);
    }
  });

  it('refuses strangers', async () => {
    const call = newVisitor(web().origin).call(importRsvps, {
      body: { event: event.uuid, text: 'Bea', preview: true },
    });
    expect((await refusalOf(call)).status).to.equal(401);
  });
});
