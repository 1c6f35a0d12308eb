import { expect } from 'chai';
import { readImportedUser, textOfRole } from '../src/routes/imports/imported-users.ts';

const user = { sourceId: '1', username: 'ada', email: 'ada@example.com' };
const rolesOf = (roles: readonly string[]) => {
  const read = readImportedUser(1, { ...user, roles });
  return 'value' in read ? read.value.roles : read.errors.map(({ field, message }) => `${field}: ${message}`);
};

describe('Times of imported users', () => {
  const { TZ } = process.env;

  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  it('are in UTC without a time zone, wherever the service runs', () => {
    process.env['TZ'] = 'Asia/Shanghai';
    const texts = ['2026-01-01T09:00:00', '2026-01-01 09:00', '2026-01-01T09:00:00z', '2026-01-01T17:00:00+0800'];
    for (const createdAt of texts) {
      const read = readImportedUser(1, { ...user, createdAt });
      expect('value' in read && read.value.createdAt, createdAt).to.deep.equal(new Date('2026-01-01T09:00:00Z'));
    }
  });
});

describe('Roles of imported users', () => {
  it('have a code and optionally a period, whose ends can be open', () => {
    const texts = [
      'USER',
      'EDITOR@2026-01-01T00:00:00.000Z/2027-01-01T00:00:00.000Z',
      'AUDITOR@2026-01-01T00:00:00.000Z/..',
      'HELPER@../2027-01-01T00:00:00.000Z',
    ];
    const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
    const expected = [
      { code: 'USER', validFrom: null, validUntil: null },
      { code: 'EDITOR', validFrom: from, validUntil: until },
      { code: 'AUDITOR', validFrom: from, validUntil: null },
      { code: 'HELPER', validFrom: null, validUntil: until },
    ];
    expect(rolesOf(texts)).to.deep.equal(expected);
    expect(expected.map(textOfRole)).to.deep.equal(texts);
  });

  it('are refused if the code or the period is not valid', () => {
    const later = '2027-01-01T00:00:00Z';
    const wrong = [
      'user',
      'USER@',
      'USER@2026',
      `USER@${later}/2026-01-01T00:00:00Z`,
      `USER@../${later}/..`,
      'USER@x/..',
    ];
    const errors = rolesOf(wrong);
    expect(errors).to.have.lengthOf(wrong.length);
    for (const error of errors) expect(error).to.match(/^roles: /);
  });
});
