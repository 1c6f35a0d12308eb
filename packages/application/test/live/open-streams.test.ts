import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { OpenStreams, type OpenStream } from '../../src/live/open-streams.ts';
import { FakeStream } from '../support/fake-stream.ts';
import { aLiveSession } from '../support/live-session.ts';

describe('The open streams of a process', () => {
  const [ada, bob] = [anId<'User'>(), anId<'User'>()];
  const aStream = (): OpenStream => ({ session: aLiveSession(), stream: new FakeStream() });

  it('are limited for each user, whose place is free again after one was closed', () => {
    const streams = new OpenStreams({ perUser: 3, perProcess: 10 });
    const [close] = [streams.reserve(ada), streams.reserve(ada), streams.reserve(ada)];
    const full = 'You have too many open streams. Please close one of them.';
    expect(() => streams.reserve(ada)).to.throw(full);
    streams.reserve(bob);
    close();
    close();
    expect(streams.count).to.equal(3);
    streams.reserve(ada);
    expect(() => streams.reserve(ada)).to.throw(full);
    expect(streams.count).to.equal(4);
  });

  it('are limited for the process', () => {
    const streams = new OpenStreams({ perUser: 2, perProcess: 3 });
    const users: readonly UserId[] = [ada, ada, bob];
    const [close] = users.map((user) => streams.reserve(user));
    expect(() => streams.reserve(bob)).to.throw('There are too many open streams. Please try again later.');
    close?.();
    streams.reserve(bob);
    expect(streams.count).to.equal(3);
  });

  it('have their turn once in fifteen calls, the first time after a full round, until they are removed', () => {
    const streams = new OpenStreams({ perUser: 100, perProcess: 100 });
    const round = () => Array.from({ length: 15 }, () => [...streams.nextGroup()]);
    const added: OpenStream[] = [];
    const removers: (() => void)[] = [];
    for (let call = 0; call < 20; call += 1) {
      const open = aStream();
      removers.push(streams.add(open));
      added.push(open);
      expect([...streams.nextGroup()]).to.not.include(open);
    }
    expect(streams.all()).to.have.members(added);
    const turns = round();
    expect(turns.flat()).to.have.members(added);
    expect(Math.max(...turns.map((group) => group.length))).to.equal(2);
    const last = aStream();
    const remove = streams.add(last);
    const places = round().map((group) => group.includes(last));
    expect(places.indexOf(true)).to.equal(14);
    remove();
    removers[0]?.();
    expect(streams.all()).to.have.members(added.slice(1));
    expect(round().flat()).to.have.members(added.slice(1));
  });
});
