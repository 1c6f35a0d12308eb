import { expect } from 'chai';
import { aPerson, sharedService, unique, type Service } from '../support/service.ts';
import type { Mailbox } from './mailbox.ts';
import { linkIn, mailTo, useMailingService, tokenIn } from './received-mails.ts';

interface Profile {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly pendingEmail: string | null;
}

describe('A change of the caller’s e-mail address, with an SMTP server', () => {
  let mailbox: Mailbox;
  let service: Service;

  useMailingService((opened) => void ({ mailbox, service } = opened));

  const confirm = (token: string) => service.api.post('/auth/email-changes/confirm', { token });
  const aNewAddress = () => `${unique('new-')}@example.com`;

  it('requires the link in a mail to the new address; the current address gets a notice without a link', async () => {
    const person = await aPerson(service);
    const email = aNewAddress();
    const changed = await person.api.patch<Profile>('/auth/profile', { email, nickName: 'Ada', language: 'zh' });
    expect(changed.data).to.include({ email: person.email, pendingEmail: email, nickName: 'Ada' });
    const mail = await mailTo(mailbox, email);
    expect(linkIn(mail).href).to.match(/^https:\/\/cms\.example\.com\/base\/admin\/#email-change=[\w-]{43}$/);
    expect(mail.subject).to.equal('确认您的电子邮箱');
    const notice = await mailTo(mailbox, person.email);
    expect(notice.subject).to.equal('您账号的电子邮箱即将更改');
    expect(`${notice.text}${String(notice.html)}`)
      .not.to.include(tokenIn(mail))
      .and.not.to.include('{{');
    const confirmed = await confirm(tokenIn(mail));
    expect([confirmed.status, confirmed.data]).to.deep.equal([200, null]);
    const { data } = await person.api.get<Profile>('/auth/profile');
    expect(data).to.include({ email, emailVerified: true, pendingEmail: null });
    expect((await confirm(tokenIn(mail))).code).to.equal(1113);
  });

  it('is cancelled by a change of the password', async () => {
    const person = await aPerson(service);
    const email = aNewAddress();
    await person.api.patch('/auth/profile', { email });
    const token = tokenIn(await mailTo(mailbox, email));
    const passwords = { currentPassword: person.password, newPassword: unique('password-') };
    expect((await person.api.put('/auth/password', passwords)).status).to.equal(200);
    expect((await person.api.get<Profile>('/auth/profile')).data.pendingEmail).to.equal(null);
    expect((await confirm(token)).code).to.equal(1113);
  });

  it('returns 409, code 1106, for an address in use, even if another user took the address after the request', async () => {
    const [person, other] = [await aPerson(service), await aPerson(service)];
    const refused = await person.api.patch('/auth/profile', { email: other.email });
    expect([refused.status, refused.code]).to.deep.equal([409, 1106]);
    const email = aNewAddress();
    await person.api.patch('/auth/profile', { email });
    const token = tokenIn(await mailTo(mailbox, email));
    expect((await service.admin.patch<Profile>(`/users/${other.id}`, { email })).data.email).to.equal(email);
    const late = await confirm(token);
    expect([late.status, late.code]).to.deep.equal([409, 1106]);
  });

  it('is limited to 5 requests an hour; other changes of the profile are not limited', async () => {
    const person = await aPerson(service);
    for (let count = 0; count < 5; count += 1) {
      expect((await person.api.patch('/auth/profile', { email: aNewAddress() })).status).to.equal(200);
    }
    expect((await person.api.patch('/auth/profile', { email: aNewAddress() })).status).to.equal(429);
    const same = await person.api.patch('/auth/profile', { email: person.email, nickName: 'Ada' });
    expect(same.status).to.equal(200);
  });
});

describe('A change of the caller’s e-mail address, without an SMTP server', () => {
  it('takes effect immediately, and the address is not verified', async () => {
    const person = await aPerson(await sharedService());
    const email = `${unique('new-')}@example.com`;
    const { data } = await person.api.patch<Profile>('/auth/profile', { email });
    expect(data).to.include({ email, emailVerified: false, pendingEmail: null });
  });
});
