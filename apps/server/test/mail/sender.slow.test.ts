import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailSender } from '../../src/adapters/mail/sender.ts';
import { smtpDelivery } from '../../src/adapters/mail/smtp-delivery.ts';
import type { Mail } from '@portcullis/application/internal/ports/mail';
import { expect } from 'chai';
import { openMailbox, type Mailbox } from './mailbox.ts';

const mail: Mail = {
  messageId: '00000000-0000-4000-a000-000000000001',
  to: 'ada@example.com',
  username: 'ada <b>&"',
  purpose: 'password-reset',
  language: 'en',
  token: 'token-of-ada',
  apiKeys: ['deploy (2026-04-01)'],
  expiresAt: new Date('2026-05-01T12:30:00.000Z'),
};

describe('Mail sender', () => {
  let mailbox: Mailbox;
  const senderTo = (smtpUrl: string, templates?: string) =>
    mailSender({
      from: 'Portcullis <no-reply@example.com>',
      publicUrl: 'https://cms.example.com',
      templates,
      deliver: smtpDelivery(smtpUrl),
    });
  const send = (change: Partial<Mail> = {}, templates?: string) =>
    senderTo(mailbox.url, templates).send({ ...mail, ...change });

  beforeEach(async () => {
    mailbox = await openMailbox();
  });

  afterEach(() => mailbox.close());

  it('sends the link as plain text and as HTML, in English and in Chinese', async () => {
    for (const [language, subject] of [
      ['en', 'Choose a new password'],
      ['zh', '设置新密码'],
    ] as const) {
      expect((await send({ language })).result).to.equal('success');
      const received = mailbox.received.at(-1) ?? expect.fail('Nothing was received.');
      const link = 'https://cms.example.com/admin/#reset=token-of-ada';
      expect(received.subject).to.equal(subject);
      expect(received.text).to.include(link).and.include('ada <b>&"').and.include('2026-05-01 12:30 UTC');
      expect(received.html).to.include(`href="${link}"`).and.include('ada &lt;b&gt;&amp;&quot;');
    }
  });

  it('links to a different page for each purpose, and sends notices without a token', async () => {
    for (const purpose of ['invitation', 'email-change'] as const) {
      await send({ purpose });
      expect(mailbox.received.at(-1)?.text).to.include(`https://cms.example.com/admin/#${purpose}=token-of-ada`);
    }
    for (const language of ['en', 'zh'] as const) {
      await send({ purpose: 'email-change-notice', token: null, language });
      const { text, html } = mailbox.received.at(-1) ?? expect.fail('Nothing was received.');
      for (const body of [text, html]) expect(body).to.include('2026-05-01 12:30 UTC').and.not.include('{{');
    }
  });

  it('uses the same message id for every attempt, and marks the mail as generated automatically', async () => {
    await send();
    await send();
    expect(mailbox.received.map(({ messageId }) => messageId)).to.deep.equal([
      `<${mail.messageId}@cms.example.com>`,
      `<${mail.messageId}@cms.example.com>`,
    ]);
    expect(mailbox.received[0]?.headers.get('auto-submitted')).to.equal('auto-generated');
  });

  it('sends to one address only, even if the address contains special characters', async () => {
    for (const to of [
      'ada@example.com, eve@example.com',
      'Ada <eve@example.com>',
      'ada@example.com\r\nBcc: eve@example.com',
    ]) {
      await send({ to });
    }
    expect(mailbox.recipients).not.to.include('eve@example.com');
    expect(mailbox.received.map(({ bcc }) => bcc)).to.deep.equal(mailbox.received.map(() => undefined));
  });

  it('uses a text from the folder, and a built-in text if the folder lacks it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-texts-'));
    try {
      const text = 'Subject: For {{username}}\n\nGo to {{publicUrl}}/reset#{{token}} {{unknown}}\n';
      writeFileSync(join(folder, 'password-reset.en.txt'), text);
      await send({}, folder);
      await send({ language: 'zh' }, folder);
      const [own, builtIn] = mailbox.received;
      expect(own?.subject).to.equal('For ada <b>&"');
      expect(own?.text?.trim()).to.equal('Go to https://cms.example.com/reset#token-of-ada {{unknown}}');
      expect(own?.html).to.include('#reset=token-of-ada');
      expect(builtIn?.subject).to.equal('设置新密码');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives up on an address only if the server refuses the address permanently', async () => {
    mailbox.refuse = { responseCode: 550, message: 'No such mailbox' };
    const gone = await send();
    expect(gone).to.include({ result: 'gone', responseStatus: 550 });
    expect(gone.error).to.include('No such mailbox');
    mailbox.refuse = { responseCode: 451, message: 'Later' };
    expect(await send()).to.include({ result: 'failure', responseStatus: 451 });
    await mailbox.close();
    expect(await send()).to.include({ result: 'failure', responseStatus: null });
  });

  it('can be interrupted', async () => {
    const cancelling = new AbortController();
    mailbox.isSilent = true;
    const sending = senderTo(mailbox.url).send(mail, cancelling.signal);
    await mailbox.connected();
    cancelling.abort();
    expect(await sending.catch((error: unknown) => String(error))).to.include('interrupted');
  });
});
