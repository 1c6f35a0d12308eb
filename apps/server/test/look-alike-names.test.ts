import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiResponse } from './support/api.ts';
import { aPerson, sharedService, unique, type Service } from './support/service.ts';

describe('§2.2 user names that can be mistaken for others', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const register = (username: string): Promise<ApiResponse<{ readonly id: string; readonly username: string }>> =>
    service.api.post('/auth/register', { username, email: `${unique()}@example.com`, password: unique('password-') });

  const refused: readonly [what: string, username: string, status: number, code: number][] = [
    ['an invisible U+034F', 'ad\u034fmin', 400, 1005],
    ['an invisible U+FE0F', 'admin\ufe0f', 400, 1005],
    ['an invisible U+115F', 'admin\u115f', 400, 1005],
    ['an invisible U+3164', 'roo\u3164t', 400, 1005],
    ['an invisible U+200D', 'ad\u200dmin', 400, 1005],
    ['one Cyrillic letter', '\u0430dmin', 400, 1005],
    ['Latin and Greek letters', 'ad\u03bcin', 400, 1005],
    ['Cyrillic letters only, as system', '\u0455\u0443\u0455\u0442\u0435\u043c', 403, 1108],
    ['Lisu letters only, as admin', '\ua4ee\ua4d3\ua4df\ua4f2\ua4e0', 403, 1108],
    ['full-width letters, as the administrator', '\uff41\uff44\uff4d\uff49\uff4e', 409, 1107],
    ['full-width letters, as root', '\uff52\uff4f\uff4f\uff54', 403, 1108],
    ['mathematical letters, as root', '\u{1d42b}\u{1d428}\u{1d428}\u{1d42d}', 403, 1108],
    ['an accent, as admin', 'adm\u00edn', 403, 1108],
  ];
  for (const [what, username, status, code] of refused) {
    it(`are refused in registration: ${what}`, async () => {
      expect(await register(username)).to.include({ status, code });
    });
  }

  it('are equal to their full-width forms and ligatures', async () => {
    const ada = unique('fiona');
    expect(await register(ada)).to.include({ status: 201 });
    const wide = [...ada].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('');
    expect(await register(wide)).to.include({ status: 409, code: 1107 });
    expect(await register(ada.replace('fi', '\ufb01'))).to.include({ status: 409, code: 1107 });
  });

  it('are refused when an administrator creates or renames an account', async () => {
    const username = `\u0430${unique()}`;
    const { id } = await aPerson(service);
    const account = { username, email: `${unique()}@example.com`, password: unique('password-') };
    expect(await service.admin.post('/users', account)).to.include({ status: 400, code: 1005 });
    const renamed = await service.admin.patch(`/users/${id}`, { username });
    expect(renamed).to.include({ status: 400, code: 1005 });
    expect(renamed).to.have.nested.property('errors[0].field', 'username');
  });

  it('do not include ordinary names in any script, which are stored as typed', async () => {
    for (const name of [
      'Ünsal',
      'Нина',
      '李小龙',
      'さくらサクラ櫻',
      '김Kim',
      'हिन्दी',
      'คำแก้ว',
      'שלום',
      'أحمد',
      'ㄅㄆ李',
    ]) {
      const username = `${name}${randomUUID().replace(/\D/g, '')}`;
      const { status, message, data } = await register(username);
      expect(status, `${username}: ${message}`).to.equal(201);
      expect(data.username).to.equal(username);
    }
  });
});
