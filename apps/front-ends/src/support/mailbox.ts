import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { eventually } from './checks.ts';

/** A local mail server that stores the mails of the service. */
export interface Mailbox {
  readonly url: string;
  /** Waits for a mail to an e-mail address, removes it from the mailbox, and returns its plain text. */
  readonly textTo: (address: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const isTo = (receiver: string, { to }: ParsedMail): boolean =>
  [to ?? []].flat().some(({ value }) => value.some((each) => each.address === receiver));

export async function openMailbox(): Promise<Mailbox> {
  const mails: ParsedMail[] = [];
  const keep = async (stream: Readable): Promise<void> => void mails.push(await simpleParser(stream));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, answer) => void keep(stream).then(() => answer(), answer),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `smtp://127.0.0.1:${port}`,
    textTo: async (receiver) => {
      let text = '';
      await eventually(async () => {
        const index = mails.findIndex((mail) => isTo(receiver, mail));
        if (index < 0) throw new Error(`There is no mail to ${receiver}.`);
        text = mails.splice(index, 1)[0]?.text ?? '';
      });
      return text;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
