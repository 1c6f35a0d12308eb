import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that stores the received mails in memory. */
export interface Mailbox {
  readonly url: string;
  /** The received mails; a test may remove mails from this list. */
  readonly received: ParsedMail[];
  /** The e-mail addresses to which mails were sent, from the SMTP envelopes. */
  readonly recipients: readonly string[];
  /** If this field is set, the server refuses every recipient with this response. */
  refuse: { readonly responseCode: number; readonly message: string } | undefined;
  /** If this field is true, the server accepts connections but does not respond to recipient addresses. */
  isSilent: boolean;
  /** Resolves when the server has received a recipient address to which it does not respond. */
  readonly connected: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const received: ParsedMail[] = [];
  const recipients: string[] = [];
  const waiting = new EventEmitter();
  const isWaiting = once(waiting, 'receiver');
  const keep = async (stream: Readable): Promise<void> => {
    received.push(await simpleParser(stream));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, reply) => {
      if (mailbox.isSilent) return void waiting.emit('receiver');
      const { refuse } = mailbox;
      if (refuse !== undefined) {
        return reply(Object.assign(new Error(refuse.message), { responseCode: refuse.responseCode }));
      }
      recipients.push(address);
      return reply();
    },
    onData: (stream, _session, reply) => {
      void keep(stream).then(() => reply(), reply);
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    refuse: undefined,
    isSilent: false,
    connected: async () => void (await isWaiting),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}
