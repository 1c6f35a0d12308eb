import type { StreamTicket } from '@portcullis/domain/internal/events/live-updates';
import { expect } from 'chai';
import { anId, unique } from '../builders.ts';
import { outcomes, type OpenStore } from './store.ts';

export function streamTicketContract(adapter: string, open: OpenStore): void {
  const at = new Date('2190-01-01T00:00:00.000Z');
  const aTicket = (expiresAt: Date): StreamTicket => ({
    hash: unique('hash of ticket'),
    userId: anId(),
    sessionId: anId(),
    expiresAt,
  });
  const add = (ticket: StreamTicket) => open().work.run((tx) => tx.streamTickets.add(ticket));
  const take = ({ hash }: StreamTicket, now = at) => open().work.run((tx) => tx.streamTickets.take(hash, now));

  describe(`Stream tickets contract, ${adapter}`, () => {
    it('take returns a stream ticket once, even to concurrent calls', async () => {
      const ticket = aTicket(new Date(at.getTime() + 1));
      await add(ticket);
      const taken = await Promise.all([take(ticket), take(ticket), take(ticket)]);
      expect(taken.filter((each) => each !== undefined)).to.deep.equal([ticket]);
      expect(await take(ticket)).to.equal(undefined);
    });

    it('take returns undefined for an unknown or expired stream ticket', async () => {
      const ticket = aTicket(at);
      expect(await take(ticket)).to.equal(undefined);
      await add(ticket);
      expect(await take(ticket)).to.equal(undefined);
      expect(await take(ticket, new Date(at.getTime() - 1))).to.deep.equal(ticket);
    });

    it('keeps a stream ticket if the transaction that took it is rolled back', async () => {
      const ticket = aTicket(new Date(at.getTime() + 1));
      await add(ticket);
      const { refused } = await outcomes([
        open().work.run(async (tx) => {
          await tx.streamTickets.take(ticket.hash, at);
          throw new Error('rolled back');
        }),
      ]);
      expect(refused).to.have.length(1);
      expect(await take(ticket)).to.deep.equal(ticket);
    });

    it('removes expired stream tickets in batches', async () => {
      const long = new Date('1990-01-01T00:00:00.000Z');
      const tickets = [aTicket(long), aTicket(long), aTicket(at)];
      for (const ticket of tickets) await add(ticket);
      const remove = () => open().work.run((tx) => tx.streamTickets.removeExpired(new Date(long.getTime() + 1), 1));
      expect([await remove(), await remove(), await remove()]).to.deep.equal([1, 1, 0]);
    });
  });
}
