import { expect } from 'chai';
import { logTo } from '../src/observability/log.ts';
import { aPerson, startService, type Service } from './support/service.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly userId?: string;
}

const warning = 40;

describe('A password hash that cannot be read', () => {
  let service: Service;
  const lines: Line[] = [];

  before(async () => {
    const log = logTo({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'info');
    service = await startService({}, log);
  });
  after(() => service.stop());

  const hashes: Readonly<Record<string, string>> = {
    'of an unknown format': '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/',
    'that is damaged': '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5',
    'that is empty': '',
  };
  for (const [name, hash] of Object.entries(hashes)) {
    it(`is refused like a wrong password, with one warning for each attempt: ${name}`, async () => {
      const { id, username, password, api } = await aPerson(service);
      await service.server.database.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hash]);
      const attempts = [
        () => service.api.post('/auth/login', { username, password }),
        () => api.post('/auth/step-up', { password }),
        () => api.put('/auth/password', { currentPassword: password, newPassword: 'a brand new password' }),
        () => api.post('/auth/factors/totp', { currentPassword: password }),
        () => api.post('/auth/factors/passkeys/options', { currentPassword: password }),
      ];
      const reasons: unknown[] = [];
      for (const attempt of attempts) {
        lines.length = 0;
        const { status, reason } = await attempt();
        reasons.push([status, reason]);
        const warnings = lines.filter(({ level }) => level >= warning);
        expect(warnings.map(({ msg, userId }) => [msg, userId])).to.deep.equal([
          ['the password hash of a user cannot be read', id],
        ]);
      }
      const wrong = [400, 'wrong-current-password'];
      expect(reasons).to.deep.equal([[401, 'invalid-credentials'], wrong, wrong, wrong, wrong]);
      expect(
        (await service.admin.put(`/users/${id}/password`, { password: 'set by an administrator' })).status,
      ).to.equal(200);
      const opened = await service.api.post('/auth/login', { username, password: 'set by an administrator' });
      expect(opened.status).to.equal(200);
    });
  }
});
