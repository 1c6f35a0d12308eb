import { expect } from 'chai';
import fc from 'fast-check';
import { mediaAddressName, mediaName, mediaNameRule } from '../src/media/media-name.ts';
import { isStorable } from '../src/names/text.ts';
import { anyCharacter } from './support.ts';

describe('The name of an uploaded file', () => {
  const names: readonly (readonly [sent: string, name: string])[] = [
    ['photo.jpg', 'photo.jpg'],
    ['Ferien in Köln (2).JPEG', 'Ferien in Köln (2).JPEG'],
    ['日本 の写真.png', '日本 の写真.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\photo.jpg', 'photo.jpg'],
    ['a/', 'file'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['trailing. . ', 'trailing'],
    ['', 'file'],
    ['a\u0000b\r\nc\u007f.txt', 'a_b__c_.txt'],
    ['gpj.\u202eexe.png', 'gpj._exe.png'],
    ['a\u2066b\u200fc\u061cd\u2028e\ufefff', 'a_b_c_d_e_f'],
    ['what?<is>"this"|*:.txt', 'what__is__this____.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1 .tar.gz', '_Com1 .tar.gz'],
    ['LPT¹', '_LPT¹'],
    ['console.log', 'console.log'],
    ['\ud800.png', '\ufffd.png'],
    ['Cafe\u0301.png', 'Café.png'],
    ['👩\u200d💻.png', '👩\u200d💻.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`],
    [`${'😀'.repeat(300)}.png`, `${'😀'.repeat(251)}.png`],
  ];
  for (const [sent, name] of names) {
    it(`of ${JSON.stringify(sent).slice(0, 40)} is ${JSON.stringify(name).slice(0, 40)}`, () => {
      expect(mediaName(sent)).to.equal(name);
    });
  }

  const dangerous = fc.constantFrom(
    '\u202e',
    '\u2067',
    '\0',
    '\n',
    '/',
    '\\',
    '.',
    ' ',
    'CON',
    'nul',
    'é',
    '😀',
    '\ud800',
  );
  const sentNames = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc
      .array(fc.oneof(dangerous, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 300 })
      .map((parts) => parts.join('')),
  );

  it('is a storable name of one line, without folders, marks of direction and reserved names, for any text', () => {
    fc.assert(
      fc.property(sentNames, (sent) => {
        const name = mediaName(sent);
        const length = [...name].length;
        expect(isStorable(name) && length >= mediaNameRule.min && length <= mediaNameRule.max).to.equal(true);
        expect(name).not.to.match(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\<>:"|?*]/u);
        expect(name).not.to.match(/^[\s.]|[\s.]$/u);
        expect(name).not.to.match(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(mediaName(name)).to.equal(name);
      }),
    );
  });

  it('gives an address of letters, digits, hyphens and underscores, and the extension of the format', () => {
    fc.assert(
      fc.property(sentNames, (sent) => {
        expect(mediaAddressName(mediaName(sent), 'png')).to.match(/^[\p{L}\p{M}\p{Nd}_-]{1,101}\.png$/u);
      }),
    );
    expect(mediaAddressName('My Photo.JPEG', 'jpg')).to.equal('my-photo.jpg');
    expect(mediaAddressName('invoice.exe', 'pdf')).to.equal('invoice.pdf');
    expect(mediaAddressName('v1.0 notes', 'txt')).to.equal('v10-notes.txt');
    expect(mediaAddressName('con.png', 'png')).to.equal('_con.png');
    expect(mediaAddressName('CON!', 'png')).to.equal('_con.png');
    expect(mediaAddressName('…', 'png')).to.equal('file.png');
    expect(mediaAddressName('Über uns.webp', 'webp')).to.equal('über-uns.webp');
  });
});
