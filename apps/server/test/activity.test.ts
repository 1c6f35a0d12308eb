import type { DomainEvent } from '@portcullis/domain';
import { expect } from 'chai';
import { expectSuccess, type Wire } from './support/builders.ts';
import { aPerson, logInAs, startService, type Person, type Service } from './support/service.ts';

type Event = Wire<DomainEvent>;

describe('The activity of a user (§4.7)', () => {
  let service: Service;
  let person: Person;
  let admin: { readonly id: string; readonly username: string };

  const activity = async (api: Service['api'], path: string): Promise<readonly Event[]> =>
    (await expectSuccess(api.get<{ items: readonly Event[] }>(path))).items;
  const changed = (events: readonly Event[]) => events.find(({ type }) => type === 'user.updated');

  before(async () => {
    // Only 100 refused logins an hour are recorded from one network, and other tests refuse many on the shared service.
    service = await startService();
    person = await aPerson(service);
    admin = await expectSuccess(service.admin.get('/auth/profile'));
    const agent = { 'User-Agent': 'Browser of the administrator' };
    await expectSuccess(service.admin.patch(`/users/${person.id}`, { nickName: 'Changed' }, agent));
  });

  after(() => service.stop());

  it('shows the user who made a change, but not the address, browser and session of another user', async () => {
    const event = changed(await activity(person.api, '/auth/activity'));
    expect(event?.actor).to.deep.equal({
      type: 'user',
      id: admin.id,
      name: admin.username,
      ipAddress: '',
      userAgent: '',
      sessionId: null,
      apiKey: null,
      agent: null,
    });
    expect(event?.changes).to.deep.equal({ nickName: { before: null, after: 'Changed' } });
  });

  it('shows the address, browser and session of what the user did', async () => {
    await logInAs(service.api, person);
    const wrong = { username: person.username, password: 'a wrong password' };
    expect(await service.api.post('/auth/login', wrong)).to.include({ status: 401 });
    const events = await activity(person.api, '/auth/activity');
    for (const type of ['session.started', 'session.refused']) {
      const event = events.find((each) => each.type === type);
      expect(event?.actor, type).to.include({ id: person.id, ipAddress: '127.0.0.1' });
      expect(event?.actor.userAgent, type).to.not.equal('');
    }
    expect(events.find(({ type }) => type === 'session.started')?.actor.sessionId).to.be.a('string');
  });

  it('shows administrators the address and the browser of every actor', async () => {
    const event = changed(await activity(service.admin, `/users/${person.id}/activity`));
    expect(event?.actor).to.include({ ipAddress: '127.0.0.1', userAgent: 'Browser of the administrator' });
    expect(event?.actor.sessionId).to.be.a('string');
  });
});
