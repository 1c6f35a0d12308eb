import { streamTicketMs } from '@portcullis/domain/internal/events/live-updates';
import { expect } from 'chai';
import { createStreamTicket, redeemStreamTicket } from '../../src/live/stream-tickets.ts';
import { removeExpired } from '../../src/retention/remove-expired.ts';
import { anId, InMemoryWorld } from '@portcullis/testing';

describe('Stream tickets', () => {
  const owner = { userId: anId<'User'>(), sessionId: anId<'Session'>() };

  it('a stream ticket can be redeemed once within thirty seconds, and its hash is not a ticket', async () => {
    const world = InMemoryWorld.seeded();
    const { ticket, expiresAt } = await createStreamTicket(world)(owner);
    expect(expiresAt.getTime() - world.clock.now().getTime()).to.equal(30_000);
    expect(await redeemStreamTicket(world)(world.ticketTokens.hashOf(ticket))).to.equal(undefined);
    expect(await redeemStreamTicket(world)(ticket)).to.include(owner);
    expect(await redeemStreamTicket(world)(ticket)).to.equal(undefined);
    const late = await createStreamTicket(world)(owner);
    world.clock.advance(streamTicketMs);
    expect(await redeemStreamTicket(world)(late.ticket)).to.equal(undefined);
  });

  it('removeExpired removes expired stream tickets', async () => {
    const world = InMemoryWorld.seeded();
    await createStreamTicket(world)(owner);
    const remove = () => removeExpired(world)('expired stream tickets');
    expect(await remove()).to.equal(0);
    world.clock.advance(streamTicketMs);
    expect([await remove(), await remove()]).to.deep.equal([1, 0]);
  });
});
