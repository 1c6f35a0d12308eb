import { userRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from '../support/api.ts';
import { aPerson, logInAs, sharedService, startService, unique, type Service } from '../support/service.ts';
import type { Mailbox } from './mailbox.ts';
import { linkIn, mailTo, useMailingService, tokenIn } from './received-mails.ts';

interface Invited {
  readonly id: string;
  readonly version: number;
  readonly invitedUntil: string | null;
  readonly emailVerified: boolean;
}

const anAccount = () => {
  const username = unique('user-');
  return { username, email: `${username}@example.com` };
};

describe('Invitations by mail', () => {
  let mailbox: Mailbox;
  let service: Service;

  useMailingService((opened) => void ({ mailbox, service } = opened));

  const confirm = (token: string, password: string) =>
    service.api.post<{ username: string }>('/auth/invitations/confirm', { token, password });

  it('create an account whose owner chooses the password with the link, and can then log in', async () => {
    const account = anAccount();
    const roleIds = [userRole.id];
    const created = await service.admin.post<Invited>('/users', { ...account, invite: true, roleIds });
    expect(created.status, created.message).to.equal(201);
    expect(Date.parse(created.data.invitedUntil ?? '')).to.be.above(Date.now());
    const password = unique('password-');
    const early = await service.api.post('/auth/login', { username: account.username, password });
    const wrong = await service.api.post('/auth/login', { username: unique('nobody'), password });
    expect([early.status, early.code, early.message]).to.deep.equal([wrong.status, wrong.code, wrong.message]);

    const mail = await mailTo(mailbox, account.email);
    expect(linkIn(mail).href).to.match(/^https:\/\/cms\.example\.com\/base\/admin\/#invitation=[\w-]{43}$/);
    expect(mail.subject).to.equal('Your new account');
    const response = await confirm(tokenIn(mail), password);
    expect([response.status, response.data]).to.deep.equal([200, { username: account.username }]);
    await logInAs(service.api, { username: account.username, password });
    const { data } = await service.admin.get<Invited>(`/users/${created.data.id}`);
    expect(data).to.include({ invitedUntil: null, emailVerified: true });
    expect(data.version).to.be.above(created.data.version);
    expect((await confirm(tokenIn(mail), password)).code).to.equal(1113);
  });

  it('can be sent again, in Chinese, with a link that replaces the earlier link, but not after they were accepted', async () => {
    const account = anAccount();
    const { data } = await service.admin.post<Invited>('/users', { ...account, invite: true });
    const earlier = tokenIn(await mailTo(mailbox, account.email));
    const again = await service.admin.post<{ token: null }>(`/users/${data.id}/invitation`, { language: 'zh' });
    expect([again.status, again.data.token]).to.deep.equal([202, null]);
    const mail = await mailTo(mailbox, account.email);
    expect(mail.subject).to.equal('您的新账号');
    expect((await confirm(earlier, unique('password-'))).code).to.equal(1113);
    expect((await confirm(tokenIn(mail), unique('password-'))).status).to.equal(200);
    const refused = await service.admin.post(`/users/${data.id}/invitation`, {});
    expect([refused.status, refused.code]).to.deep.equal([409, 1118]);
  });

  it('have a link that no header of the request changes', async () => {
    const account = anAccount();
    const forged = {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Origin: 'http://evil.example',
    };
    await service.admin.send('POST', '/users', { ...account, invite: true }, forged);
    const mail = await mailTo(mailbox, account.email);
    expect(linkIn(mail).host).to.equal('cms.example.com');
    expect(`${mail.text}${String(mail.html)}`).not.to.include('evil');
  });
});

describe('POST /users with invite', () => {
  it('accepts either a password or an invitation, but not both', async () => {
    const { admin } = await sharedService();
    const bodies = [{}, { invite: false }, { invite: true, password: unique('password-') }];
    for (const body of bodies) {
      const { status, code, errors } = await admin.post('/users', { ...anAccount(), ...body });
      expect([status, code], JSON.stringify(body)).to.deep.equal([400, 1005]);
      expect(JSON.stringify(errors)).to.include('"field":"password"');
    }
  });

  it('returns the link in production without an SMTP server, once and only to administrators', async () => {
    const service = await startService({ NODE_ENV: 'production' });
    try {
      const account = anAccount();
      const { data: user } = await service.admin.post<{ id: string }>('/users', { ...account, invite: true });
      const send = (api: Api) => api.post<{ token: string }>(`/users/${user.id}/invitation`, {});
      expect((await send((await aPerson(service, ['MODERATOR'])).api)).status).to.equal(403);
      const [{ data: earlier }, { data: latest }] = [await send(service.admin), await send(service.admin)];
      const use = (token: string) =>
        service.api.post('/auth/invitations/confirm', { token, password: unique('pass-') });
      expect((await use(earlier.token)).status).to.equal(400);
      expect((await use(latest.token)).status).to.equal(200);
      const { data: confirmed } = await service.admin.get(`/users/${user.id}`);
      expect(confirmed).to.include({ invitedUntil: null, emailVerified: false });
      const { data: reset } = await service.admin.post<{ token: string }>(`/users/${user.id}/password-reset`, {});
      const events = JSON.stringify((await service.admin.get('/events?limit=100')).data);
      for (const { token } of [earlier, latest, reset]) expect(events).to.not.include(token);
    } finally {
      await service.stop();
    }
  });
});
