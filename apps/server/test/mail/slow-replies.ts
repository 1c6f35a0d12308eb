import type { Socket } from 'node:net';

/**
 * Returns the behaviour of an SMTP server that sends each reply after a pause.
 * @param lastPauseMs the pause before the reply that accepts a mail, in milliseconds
 * @param accepted is called when the server accepts a mail
 */
export const repliesAfter =
  (pauseMs: number, lastPauseMs = pauseMs, accepted: () => void = () => undefined) =>
  (socket: Socket): void => {
    let isData = false;
    let mail = '';
    const reply = (text: string, afterMs: number) => void setTimeout(() => socket.write(`${text}\r\n`), afterMs);
    reply('220 ready', pauseMs);
    socket.on('data', (chunk) => {
      if (isData) {
        mail += String(chunk);
        if (!mail.endsWith('\r\n.\r\n')) return;
        isData = false;
        accepted();
        reply('250 accepted', lastPauseMs);
        return;
      }
      isData = String(chunk).startsWith('DATA');
      reply(isData ? '354 go ahead' : '250 fine', pauseMs);
    });
  };
