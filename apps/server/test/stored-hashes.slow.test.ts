import { pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashSync as argon2Hash } from '@node-rs/argon2';
import { expect } from 'chai';
import { readStoredHash } from '../src/adapters/stored-hashes/read-stored-hash.ts';

const password = 'correct horse';
const scryptSalt = Buffer.from('salt').toString('base64').replaceAll('=', '');
const scryptKey = scryptSync(password, 'salt', 32, { cost: 16, blockSize: 1 }).toString('base64').replace('=', '');

/** Hashes of `password` that `fixtures/stored-hashes/make.sh` has computed with the programs of other products. */
const computed: Readonly<Record<string, { readonly by: string; readonly hash: string }>> = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../test/fixtures/stored-hashes/hashes.json', import.meta.url)), 'utf8'),
);

const hashes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(computed).map(([name, { by, hash }]) => [`${name} (${by})`, hash])),
  argon2id: argon2Hash(password, { memoryCost: 64, timeCost: 1 }),
  'argon2id with parameters in another order': argon2Hash(password, { memoryCost: 64, timeCost: 1 }).replace(
    /m=(\d+),t=(\d+),p=(\d+)/,
    'p=$3,m=$1,t=$2',
  ),
  'scrypt with parameters in another order': `$scrypt$p=1,ln=4,r=1$${scryptSalt}$${scryptKey}`,
  'PBKDF2 with the name of its parameter': `$pbkdf2-sha256$i=1000,l=32$${scryptSalt}$${pbkdf2Sync(password, 'salt', 1000, 32, 'sha256').toString('base64').replace('=', '')}`,
  scrypt: `$scrypt$ln=4,r=1,p=1$${scryptSalt}$${scryptKey}`,
};

describe('Stored hashes of passwords', () => {
  for (const [name, hash] of Object.entries(hashes)) {
    it(`match exactly their password: ${name}`, () => {
      const stored = readStoredHash(hash);
      expect(stored?.isAffordable).to.equal(true);
      expect(stored?.matches(password)).to.equal(true);
      expect(stored?.matches('wrong horse')).to.equal(false);
    });
  }

  for (const name of ['bcrypt of WordPress', 'phpass of WordPress']) {
    it(`match a password with white space around it, which WordPress removes: ${name}`, () => {
      expect(readStoredHash(computed[name]?.hash ?? '')?.matches(` ${password}\n`)).to.equal(true);
    });
  }

  const expensive: Readonly<Record<string, string>> = {
    argon2: '$argon2id$v=19$m=1048576,t=100,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    bcrypt: `$2b$15$${'a'.repeat(53)}`,
    'bcrypt of WordPress': `$wp$2y$31$${'a'.repeat(53)}`,
    'phpass of WordPress': `$P$I${'a'.repeat(30)}`,
    'PBKDF2 of Django': `pbkdf2_sha256$2000001$salt$${'A'.repeat(43)}=`,
    'PBKDF2 with a long key': `$pbkdf2-sha256$1000001$salt$${'A'.repeat(86)}`,
    'scrypt with much memory': `$scrypt$ln=19,r=8,p=1$salt$${'A'.repeat(43)}`,
    'scrypt with much work': `scrypt$131072$salt$8$3$${'A'.repeat(43)}=`,
    'ASP.NET Identity 3': Buffer.concat([
      Buffer.from([1, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 16]),
      randomBytes(48),
    ]).toString('base64'),
  };
  for (const [name, hash] of Object.entries(expensive)) {
    it(`are not affordable above a cost: ${name}`, () => {
      expect(readStoredHash(hash)?.isAffordable).to.equal(false);
    });
  }

  const unknown: Readonly<Record<string, string>> = {
    'an empty text': '',
    'a password in plain text': password,
    'argon2 with a parameter twice':
      '$argon2id$v=19$m=64,t=1,t=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'argon2 with an unknown parameter':
      '$argon2id$v=19$m=64,t=1,p=1,x=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'MD5 crypt': '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/',
    'scrypt whose cost is no power of two': `scrypt$16383$salt$8$1$${'A'.repeat(43)}=`,
    'PBKDF2 with a short key': 'pbkdf2_sha256$1$salt$AAAAAAAAAAAAAAAA',
    'Base64 of other bytes': Buffer.alloc(48).toString('base64'),
    'ASP.NET Identity with a salt beyond its end': Buffer.concat([
      Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]),
      Buffer.alloc(48),
    ]).toString('base64'),
  };
  for (const [name, hash] of Object.entries(unknown)) {
    it(`are not read if their format is unknown: ${name}`, () => {
      expect(readStoredHash(hash)).to.equal(undefined);
    });
  }
});
