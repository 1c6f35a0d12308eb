import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { expect } from 'chai';
import { logInAs, startService, unique, type Service } from '../support/service.ts';
import type { Mailbox } from './mailbox.ts';
import { linkIn, mailTo, publicUrl, useMailingService } from './received-mails.ts';

/** Headers from which a vulnerable service would take the host or another part of the links in mails. */
const forgedHeaders: readonly (readonly [name: string, value: string])[] = [
  'Host',
  'X-Forwarded-Host',
  'X-Host',
  'X-Forwarded-Server',
  'X-HTTP-Host-Override',
  'X-Original-Host',
  'X-Original-URL',
  'X-Rewrite-URL',
  'Forwarded',
  'Origin',
  'Referer',
  'X-Forwarded-Proto',
  'X-Forwarded-Scheme',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
].flatMap((name) => [
  [name, name === 'Forwarded' ? 'host=evil.example;proto=http' : 'evil.example'],
  [name, name === 'Forwarded' ? 'for=192.0.2.1;host="evil.example:80"' : 'http://evil.example:8080/x'],
]);

describe('Passwords that are reset by mail', () => {
  let mailbox: Mailbox;
  let service: Service;

  useMailingService((opened) => void ({ mailbox, service } = opened));

  const aPerson = async () => {
    const [username, password] = [unique('user-'), unique('password-')];
    const account = { username, email: `${username}@example.com`, password };
    const { id } = (await service.admin.post<{ id: string }>('/users', account)).data;
    return { id, ...account };
  };
  /**
   * Number of client IP addresses that were used. Each request has a different one, so that no request exceeds the rate
   * limit of an address.
   */
  let addresses = 0;
  const request = (login: string, headers: Readonly<Record<string, string>> = {}) => {
    addresses += 1;
    const forwarded = `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
    return service.api.post('/auth/password-resets', { login }, { 'X-Forwarded-For': forwarded, ...headers });
  };

  /** Sends a request with these headers. They may include `Host`, which `fetch` would set itself. */
  const rawRequest = async (login: string, headers: OutgoingHttpHeaders): Promise<number | undefined> => {
    const url = `${service.server.url}/api/auth/password-resets`;
    const sent = httpRequest(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
    sent.end(JSON.stringify({ login }));
    const [response]: IncomingMessage[] = await once(sent, 'response');
    response?.resume();
    return response?.statusCode;
  };

  it('get a link that works once, ends every session and does not log in', async () => {
    const person = await aPerson();
    const session = await logInAs(service.api, person);
    const response = await request(person.email);
    expect([response.status, response.data]).to.deep.equal([202, null]);
    const link = linkIn(await mailTo(mailbox, person.email));
    expect(link.href).to.match(/^https:\/\/cms\.example\.com\/base\/admin\/#reset=[\w-]{43}$/);
    const body = { token: link.hash.slice('#reset='.length), newPassword: unique('password-') };
    const confirmed = await service.api.post('/auth/password-resets/confirm', body);
    expect([confirmed.status, confirmed.data]).to.deep.equal([200, null]);
    expect((await session.get('/auth/profile')).status).to.equal(401);
    expect((await service.api.post('/auth/password-resets/confirm', body)).code).to.equal(1113);
    expect((await service.api.post('/auth/login', person)).status).to.equal(401);
    await logInAs(service.api, { username: person.username, password: body.newPassword });
  });

  it('are requested with the same response, whether the account exists or not', async () => {
    const person = await aPerson();
    const responses = [await request(person.username), await request('nobody')];
    const [known, unknown] = responses.map(({ headers, ...response }) => ({ ...response, names: [...headers.keys()] }));
    expect(known).to.deep.equal(unknown);
    await mailTo(mailbox, person.email);
  });

  it('have a link that 30 forged headers do not change', async () => {
    expect(forgedHeaders).to.have.length(30);
    const people = await Promise.all(Array.from({ length: 6 }, aPerson));
    for (const [index, [name, value]] of forgedHeaders.entries()) {
      const email = people[index % people.length]?.email ?? '';
      expect(await rawRequest(email, { 'X-Forwarded-For': `10.1.0.${index}`, [name]: value })).to.equal(202);
      const mail = await mailTo(mailbox, email);
      expect(linkIn(mail).origin + linkIn(mail).pathname, `${name}: ${value}`).to.equal(`${publicUrl}/admin/`);
      expect(`${mail.text}${String(mail.html)}`).not.to.include('evil');
    }
  });

  it('can be started by an administrator, also in Chinese', async () => {
    const { id, email } = await aPerson();
    const response = await service.admin.post<{ token: null }>(`/users/${id}/password-reset`, { language: 'zh' });
    expect([response.status, response.data.token]).to.deep.equal([202, null]);
    expect((await mailTo(mailbox, email)).subject).to.equal('设置新密码');
  });

  it('are limited to 20 requests an hour from one address, and 5 mails an hour to one account', async () => {
    const person = await aPerson();
    const from = { 'X-Forwarded-For': '192.0.2.77' };
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await request(person.username, from)).status);
    expect(statuses).to.deep.equal([...Array.from({ length: 20 }, () => 202), 429]);
    for (let count = 0; count < 5; count += 1) await mailTo(mailbox, person.email);
    // A further mail to the first account would have arrived before the mail of this later request.
    const next = await aPerson();
    await request(next.username);
    await mailTo(mailbox, next.email);
    expect(mailbox.received).to.deep.equal([]);
  });
});

describe('Passwords that are reset without an SMTP server', () => {
  it('are refused with 500 and code 2002 in production, whether the account exists or not', async () => {
    const service = await startService({ NODE_ENV: 'production' });
    try {
      for (const login of ['admin', 'nobody']) {
        const response = await service.api.post('/auth/password-resets', { login });
        expect([response.status, response.code]).to.deep.equal([500, 2002]);
      }
    } finally {
      await service.stop();
    }
  });
});
