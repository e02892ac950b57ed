import { expect } from 'chai';
import { textOfFile } from '../../src/features/guests/import/read-file.ts';
import { readPeople } from '../../src/features/guests/import/read-people.ts';

/** First name, last name, address, number and problem, as a line. */
const read = (text: string) =>
  readPeople(text).map(({ firstName, lastName, email, phone }) => [firstName, lastName, email, phone]);

describe('reading a guest list', () => {
  it('reads lines in any order', () => {
    expect(
      read(`Beatrix Andersson <bea@posteo.net>
Uncle Joe; +1 415 555 0142
"Nakamura, Aiko" aiko.n@example.jp
+44 7700 900 118 Gwen
ruth.weber@t-online.de

Father Paul
Amara Diallo amara@diallo.org`),
    ).to.deep.equal([
      ['Beatrix', 'Andersson', 'bea@posteo.net', null],
      ['Uncle Joe', null, null, '+1 415 555 0142'],
      ['Aiko', 'Nakamura', 'aiko.n@example.jp', null],
      ['Gwen', null, null, '+44 7700 900 118'],
      ['Ruth Weber', null, 'ruth.weber@t-online.de', null],
      ['Father Paul', null, null, null],
      ['Amara', 'Diallo', 'amara@diallo.org', null],
    ]);
  });

  it('reads tables with and without header, with semicolons, tabs and quotes', () => {
    const rows = [
      ['Ruth', 'Weber', 'ruth@example.com', '+49 170 1234567'],
      ['Jo', 'Lee', 'jo@example.com', null],
    ];
    expect(
      read('Vorname;Nachname;E-Mail;Telefon\nRuth;Weber;ruth@example.com;+49 170 1234567\nJo;Lee;jo@example.com;'),
    ).to.deep.equal(rows);
    expect(
      read('Email\tName\tPhone\nruth@example.com\tRuth Weber\t+49 170 1234567\njo@example.com\tJo Lee\t'),
    ).to.deep.equal(rows);
    expect(read('"Weber, Ruth",ruth@example.com,+49 170 1234567\r\n"Lee, Jo",jo@example.com,\r\n')).to.deep.equal(rows);
    expect(read('Name,Email\n"The ""Tuesday"" choir",choir@example.com')).to.deep.equal([
      ['The Tuesday choir', null, 'choir@example.com', null],
    ]);
  });

  it('finds everybody in one line: of a mail’s To field, addresses alone, and names with commas', () => {
    const three = [
      ['Anna', 'Meier', 'anna@example.org', null],
      ['Bob', 'Miller', 'bob@example.org', null],
      ['Carl', null, 'carl@example.org', null],
    ];
    expect(read('Anna Meier <anna@example.org>, Bob Miller <bob@example.org>, carl@example.org')).to.deep.equal(three);
    expect(read('Anna Meier <anna@example.org>; "Miller, Bob" <bob@example.org>; carl@example.org')).to.deep.equal(
      three,
    );
    expect(read('Meier, Anna <anna@example.org>, Miller, Bob <bob@example.org>\ncarl@example.org')).to.deep.equal(
      three,
    );
    const addresses = three.map(([, , address]) => address);
    for (const between of [' ', ',', ', ', ';']) {
      expect(
        read(addresses.join(between)).map(([, , email]) => email),
        between,
      ).to.deep.equal(addresses);
    }
    expect(read('Karl <karl@example.org> and Ruth <ruth@example.org> / Or <or@example.org>')).to.deep.equal([
      ['Karl', null, 'karl@example.org', null],
      ['Ruth', null, 'ruth@example.org', null],
      ['Or', null, 'or@example.org', null],
    ]);
    expect(read('Bo <bo@example.org>, +44 7700 900118 Ida <ida@example.org>')[1]?.[3]).to.equal('+44 7700 900118');
    expect(read('Uncle Joe, Ruth Weber, Zoë').map(([first, last]) => [first, last])).to.deep.equal([
      ['Uncle Joe', null],
      ['Ruth', 'Weber'],
      ['Zoë', null],
    ]);
    expect(read('Ruth,Weber,ruth@example.org,ruth@work.example'), 'two addresses of one person').to.deep.equal([
      ['Ruth', 'Weber', 'ruth@example.org', null],
    ]);
  });

  it('reads addresses in brackets, and lists with numbers or bullets', () => {
    expect(
      read('1. Anna Meier\n2) Bob (bob@example.org)\n• Carl\n- Dora <mailto:dora@example.org>').map((row) =>
        row.slice(0, 3),
      ),
    ).to.deep.equal([
      ['Anna', 'Meier', null],
      ['Bob', null, 'bob@example.org'],
      ['Carl', null, null],
      ['Dora', null, 'dora@example.org'],
    ]);
    expect(read('1;Anna Meier;anna@example.org\n2;Bob;bob@example.org')).to.deep.equal([
      ['Anna', 'Meier', 'anna@example.org', null],
      ['Bob', null, 'bob@example.org', null],
    ]);
    expect(read('Anna Meier <a@example.org>; +49 170 1234567')).to.deep.equal([
      ['Anna', 'Meier', 'a@example.org', '+49 170 1234567'],
    ]);
  });

  it('reads what Google Contacts exports, whose labels are no addresses', () => {
    const header =
      'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value';
    expect(
      read(`${header}\nAnna,,Meier,,,* Home,anna@example.org ::: anna@work.example,Mobile,+49 170 1234567`),
    ).to.deep.equal([['Anna', 'Meier', 'anna@example.org', '+49 170 1234567']]);
  });

  it('reads vCards, folded and quoted-printable', () => {
    const card = `BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;\nFN:x\nTEL;CELL:+49 170 1234567\nitem1.EMAIL;TYPE=home:jo\n erg@example.com\nEND:VCARD`;
    expect(read(card)).to.deep.equal([['Jörg', 'Müller', 'joerg@example.com', '+49 170 1234567']]);
    const long = `BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=A8=D0=B5=D0=B2=\r\n=D1=87=D0=B5=D0=BD=D0=BA=D0=BE;=D0=9E=\r\n=D0=BB=D1=8F;;;\r\nPHOTO;ENCODING=BASE64;JPEG:/9j/4A=\r\nTEL;CELL:+380 44 1234567\r\nEND:VCARD`;
    expect(read(long)).to.deep.equal([['Оля', 'Шевченко', null, '+380 44 1234567']]);
  });

  it('says what is wrong with a row', () => {
    expect(
      readPeople('Noémie, noemie@@orange.fr\nKarl karl@web\n+44 7700 900 118').map(({ problem }) => problem),
    ).to.deep.equal([
      'There is more than one @ in the address.',
      'Check the address: it should look like name@example.com.',
      'Who is this? Add a name.',
    ]);
  });

  it('reads the encodings of Excel’s exports, and refuses its old files', () => {
    expect(textOfFile(Buffer.from('J\xf6rg \x80', 'latin1'))).to.equal('Jörg €');
    expect(textOfFile(Buffer.from('\uFEFFJörg', 'utf16le'))).to.equal('Jörg');
    expect(textOfFile(Buffer.from('Jörg'))).to.equal('Jörg');
    expect(() => textOfFile(Buffer.from('d0cf11e0', 'hex'))).to.throw(/old kind/);
    expect(() => textOfFile(Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).to.throw(/this kind of file/);
    expect(() => textOfFile(Buffer.from('%PDF-1.7'))).to.throw(/this kind of file/);
  });
});
