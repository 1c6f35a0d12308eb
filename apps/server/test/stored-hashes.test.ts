import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { hashSync as argon2Hash } from '@node-rs/argon2';
import { hashSync as bcryptHash } from 'bcryptjs';
import { expect } from 'chai';
import { readStoredHash } from '../src/adapters/stored-hashes/read-stored-hash.ts';

const password = 'correct horse';
const scryptKey = scryptSync(password, 'salt', 32, { cost: 16, blockSize: 1 }).toString('base64').replace('=', '');

/** Hashes of `password`. The comment names the program that computed each of them. */
const hashes: Readonly<Record<string, string>> = {
  argon2id: argon2Hash(password, { memoryCost: 64, timeCost: 1 }),
  'argon2id of PHP': // password_hash of PHP 8.2
    '$argon2id$v=19$m=65536,t=4,p=1$RktIV3ptMXNGT0tlUjRYZw$/TNTAfPUthI85xu2rX7bk/N9/N8HBcW+Kxh5eNnMpN0',
  'argon2 of Django': `argon2${argon2Hash(password, { memoryCost: 64, timeCost: 1 })}`,
  bcrypt: bcryptHash(password, 4),
  'bcrypt of PHP': '$2y$10$XqfFYyUaBD0Jr.fAyR55W.Ur.rd5prMcDxvT6mwHcyT8okInuDzg2', // password_hash of PHP 8.2
  'bcrypt of Django': `bcrypt$${bcryptHash(password, 4)}`,
  'bcrypt_sha256 of Django': `bcrypt_sha256$${bcryptHash(createHash('sha256').update(password).digest('hex'), 4)}`,
  // password_hash and hash_hmac of PHP 8.2, as in wp_hash_password of WordPress 6.8
  'bcrypt of WordPress': '$wp$2y$10$usqbHM1BqJAFB3BhtpXSLudcdAcsLbUbmv1Ux6e7pOILnyg675pxC',
  'phpass of WordPress': '$P$BaBICGx4GqDWR3vsQxLP8ZRMfPN7SX/', // wordpress-hash-node 1.0
  'phpass of Passlib': '$P$Bn3FdYhwBkD/heCIhhWdEjjbgV4.MT0', // Passlib 1.7
  'PBKDF2 of Django': 'pbkdf2_sha256$260000$seasalt123$S0wB2haEtoF49GAxwL0Twik+UHoLDVQZgNBdCUsYIYQ=', // Django 3.2
  'PBKDF2 with SHA-1 of Django': 'pbkdf2_sha1$260000$seasalt123$ybBHuIecZNTU8h8Daczyzor0//M=', // Django 3.2
  'PBKDF2 of Passlib': '$pbkdf2-sha256$29000$xfgfAyCEECJEKGUMoRRizA$/iaEmp26aJQvRO.0S6DeiIHIKwi0jsZsN3HYNST0naA', // Passlib 1.7
  'PBKDF2 with SHA-512 of Passlib': // Passlib 1.7
    '$pbkdf2-sha512$25000$EYKw1jonpJTyfo9xLgUgpA$E/z4p8v.qbV2UTGcBtdP643SlF0xwavks7uiMi9Mr3wfF8.3HMOc/SaptDXPZ9Ii8EfHTbXPodln2rxfqGrejA',
  'scrypt of Passlib': '$scrypt$ln=14,r=8,p=1$Wetdq5VSau3dG2NMKcXY+w$G8jq8PRmzGGJYyd2QMy4puSK4oIsET+Tupsr73wRq74', // Passlib 1.7
  scrypt: `$scrypt$ln=4,r=1,p=1$${Buffer.from('salt').toString('base64').replaceAll('=', '')}$${scryptKey}`,
  'scrypt of Django': // hashlib.scrypt of Python 3.11, as in ScryptPasswordHasher of Django 4
    'scrypt$16384$saltySalt123$8$1$gIkMmDCA9FZakntNVgGmf2MHSrMR/DTgkCBQGgRR8IRtm/HFXgUUeISwSvmNy3w5xj76Rc/0F17g24NIcqRIbg==',
  'ASP.NET Identity 2': 'ANrNlHRzXAzgE/b/hY2uOEIPgNAVuyJfu788/nmVLDf7cJluzw/Jx9xlQpY8DOsleg==', // asp-identity-pw 1.1
  'ASP.NET Identity 3': 'AQAAAAEAACcQAAAAEJlmnoUT3Vj3tMBzAAmhzhdkdwOmeRbabupuMjJuwRtfBCMoK6IyttinaYofeJEKSg==', // asp-identity-pw 1.1
  'ASP.NET Core Identity': 'AQAAAAEAACcQAAAAEKMHJCBX2daaacucci7mPs181BhRCS2tbOxsli1PFJCRonij54ibuZ0Eost7Vaz81Q==', // aspnetcore-identity-password-hasher 1.0
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

  it('of WordPress match a password with white space around it', () => {
    expect(readStoredHash(hashes['bcrypt of WordPress'] ?? '')?.matches(` ${password}\n`)).to.equal(true);
  });

  const expensive: Readonly<Record<string, string>> = {
    argon2: '$argon2id$v=19$m=1048576,t=100,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    bcrypt: `$2b$15$${'a'.repeat(53)}`,
    'bcrypt of WordPress': `$wp$2y$31$${'a'.repeat(53)}`,
    'phpass of WordPress': `$P$S${'a'.repeat(30)}`,
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
