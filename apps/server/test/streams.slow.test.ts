import { typeormUnitOfWork } from '@portcullis/adapters-persistence';
import { anEvent, anId } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { moderatorRole } from '@portcullis/domain/internal/built-in';
import { createClient } from '@portcullis/client';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aContent, aMenu, aRole, createResource, expectSuccess } from './support/builders.ts';
import { createMemoryLog } from './support/log-lines.ts';
import { until } from './support/machine.ts';
import {
  aUserWithRoles,
  aPerson,
  logInAs,
  sharedService,
  startService,
  unique,
  type Service,
} from './support/service.ts';
import { aStream } from './support/streams.ts';

describe('Live updates', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const ticketOf = async (api: Api): Promise<string> =>
    (await expectSuccess(api.post<{ ticket: string }>('/me/stream/ticket'))).ticket;

  it('are a stream of server-sent events that proxies must not buffer', async () => {
    const { api } = await aPerson(service);
    const { response, close } = await aStream(api);
    expect(response.status).to.equal(200);
    expect(response.headers.get('Content-Type')).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers.get('Cache-Control')).to.equal('no-store');
    expect(response.headers.get('X-Accel-Buffering')).to.equal('no');
    await close();
    const head = await fetch(`${api.url}/api/me/stream`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${api.token}` },
    });
    expect(head.headers.get('Content-Type')).to.equal('text/event-stream; charset=utf-8');
  });

  it('report changes of the roles, the menus and the account of the caller', async () => {
    const { admin } = service;
    const person = await aPerson(service, []);
    const stream = await aStream(person.api);
    const role = await aRole(admin);
    await expectSuccess(admin.patch(`/users/${person.id}`, { roleIds: [role.id] }));
    expect(await stream.next()).to.include({ type: 'access.changed' });
    const menu = await aMenu(admin);
    const third = await stream.next();
    await expectSuccess(admin.post(`/roles/${role.id}/menus`, { menuIds: [menu.id] }));
    const fourth = await stream.next();
    for (const message of [third, fourth]) {
      expect(message?.type).to.equal('access.changed');
      expect(message?.data).to.have.all.keys('menuVersion');
    }
    expect(fourth?.data).not.to.deep.equal(third?.data);
    await expectSuccess(person.api.patch('/auth/profile', { nickName: 'Ada' }));
    expect(await stream.next()).to.include({ type: 'profile.changed' });
    await stream.close();
  });

  it('report within 5 s that time alone has ended a role, although no process records the end', async () => {
    const { person, endsAt, eventsOf } = await aRoleThatEnds(service);
    const stream = await aStream(person.api);
    expect(await person.api.get('/users')).to.include({ status: 200 });
    expect(await stream.next()).to.include({ type: 'access.changed' });
    expect(Date.now()).to.be.within(endsAt, endsAt + 5000);
    expect(await person.api.get('/users')).to.include({ status: 403, reason: 'permission-required' });
    expect(await eventsOf('user.grant.expired')).to.deep.equal([]);
    await stream.close();
  });

  it('openStream rule 2: report contents only to editors, and users only to those who may read them', async () => {
    const [editor, user] = [await aPerson(service, ['MODERATOR']), await aPerson(service)];
    const streams = [await aStream(editor.api), await aStream(user.api)] as const;
    const title = unique('Draft ');
    const { id } = await aContent(service.admin, { title });
    await expectSuccess(service.admin.patch(`/users/${editor.id}`, { nickName: 'Other' }));
    await expectSuccess(service.admin.patch(`/users/${user.id}`, { nickName: 'Own' }));
    const created = await streams[0].next();
    expect(created).to.include({ type: 'content.created' });
    expect(created?.data).to.include({ id, title });
    const changed = await streams[0].next();
    expect(changed).to.include({ type: 'resource.changed' });
    expect(JSON.stringify(changed?.data)).to.include(editor.id);
    expect(await streams[0].next()).to.include({ type: 'profile.changed' });
    const heard = await streams[1].next();
    expect(heard).to.include({ type: 'profile.changed' });
    expect(Number(heard?.id)).to.be.above(Number(changed?.id));
    for (const { close } of streams) await close();
  });

  const ends: Readonly<Record<string, (person: Awaited<ReturnType<typeof aPerson>>) => Promise<unknown>>> = {
    'a logout': ({ api }) => api.post('/auth/logout'),
    'the end of all sessions': ({ id }) => service.admin.delete(`/users/${id}/sessions`),
    'a change of the password in another session': async ({ username, password }) => {
      const other = await logInAs(service.api, { username, password });
      return other.put('/auth/password', { currentPassword: password, newPassword: unique('another-password-') });
    },
    'a new password by an administrator': ({ id }) =>
      service.admin.put(`/users/${id}/password`, { password: unique('another-password-') }),
    'the user being disabled': ({ id }) => service.admin.patch(`/users/${id}`, { status: 0 }),
    'the user being deleted': ({ id }) => service.admin.delete(`/users/${id}`),
  };
  for (const [cause, end] of Object.entries(ends)) {
    it(`openStream rule 1: end with the session: ${cause}`, async () => {
      const person = await aPerson(service);
      const stream = await aStream(person.api);
      await expectSuccess(end(person) as ReturnType<Api['get']>);
      let last = await stream.next();
      while (last?.type === 'profile.changed') last = await stream.next();
      expect(last).to.include({ type: 'session.ended' });
      expect(await stream.next()).to.equal(undefined);
    });
  }

  it('openStream rule 3: continue after the last message, or begin with a reset', async () => {
    const { api } = await aPerson(service, ['MODERATOR']);
    const stream = await aStream(api);
    const start = stream.lastId();
    await stream.close();
    const { id } = await aContent(service.admin);
    for (const resumed of [
      await aStream(api, { lastEventId: start }),
      await aStream(api, { query: `?lastEventId=${start}` }),
    ]) {
      expect(await resumed.next()).to.deep.include({ type: 'content.created' });
      await resumed.close();
    }
    for (const lastEventId of ['999999999999999', 'no-such-id']) {
      const resumed = await aStream(api, { lastEventId });
      expect(await resumed.next()).to.deep.include({ type: 'reset', data: {} });
      await expectSuccess(service.admin.patch(`/contents/${id}`, { title: unique('Title ') }));
      expect(await resumed.next()).to.deep.include({ type: 'content.updated' });
      await resumed.close();
    }
  });

  it('openStream rule 4: open with a ticket once, and not after the session has ended', async () => {
    const person = await aPerson(service);
    const ticket = await ticketOf(person.api);
    const address = `/me/stream?ticket=${ticket}`;
    const { response, close } = await aStream(service.api, { query: `?ticket=${ticket}` });
    expect(response.status).to.equal(200);
    await close();
    expect(await service.api.get(address)).to.include({ status: 401, code: 1103 });
    expect(await service.api.get('/me/stream?ticket=none')).to.include({ status: 401, code: 1103 });
    expect(await service.api.get('/me/stream')).to.include({ status: 401, code: 1001 });
    const late = await ticketOf(person.api);
    await expectSuccess(person.api.post('/auth/logout'));
    expect(await service.api.get(`/me/stream?ticket=${late}`)).to.include({ status: 401, code: 1103 });
  });

  it('can be read with the stream of the client, which ends with the session', async () => {
    const { username, password, id } = await aPerson(service);
    let sessionEnds = 0;
    const client = createClient({ baseUrl: service.server.url, onSessionEnded: () => (sessionEnds += 1) });
    await client.login({ username, password });
    const heard: string[] = [];
    for await (const { type } of client.stream({ lastEventId: '999999999999999' })) {
      heard.push(type);
      if (type === 'reset') await expectSuccess(service.admin.patch(`/users/${id}`, { nickName: 'Ada' }));
      if (type === 'profile.changed') await expectSuccess(service.admin.delete(`/users/${id}/sessions`));
    }
    expect([heard, sessionEnds]).to.deep.equal([['reset', 'profile.changed', 'session.ended'], 1]);
  });

  it('report an event even if the recording process sends no signal, as behind a connection pooler', async () => {
    const { api } = await aPerson(service, ['MODERATOR']);
    const stream = await aStream(api);
    const subject = { type: 'content', id: anId(), name: 'Title' } as const;
    // This unit of work sends no NOTIFY signal after the transaction.
    const work = typeormUnitOfWork(service.server.database);
    await given(work, { events: [anEvent({ type: 'content.updated', subject })] });
    const heard = await stream.next();
    expect(heard).to.deep.include({ type: 'content.updated' });
    expect(heard?.data).to.deep.include({ id: subject.id, title: 'Title' });
    await stream.close();
  });

  it('have tickets that no other route accepts', async () => {
    const { api } = await aPerson(service);
    const ticket = await ticketOf(api);
    expect(await service.api.get(`/auth/profile?ticket=${ticket}`)).to.include({ status: 401, code: 1001 });
  });

  it('openStream rule 5: are at most 10 for each user', async () => {
    const person = await aPerson(service);
    const streams = await Promise.all(Array.from({ length: 10 }, () => aStream(person.api)));
    expect(await person.api.get('/me/stream')).to.include({ status: 429, code: 1029, reason: 'too-many-streams' });
    for (const { close } of streams) await close();
  });

  it('include the events of contents after the user gets a role that may read drafts', async () => {
    const role = await createResource<{ id: string }>(service.admin, '/roles', {
      code: unique('R').toUpperCase(),
      name: unique(),
    });
    const person = await aUserWithRoles(service, role);
    const stream = await aStream(person.api);
    await aContent(service.admin);
    const { data } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
    const moderator = data.items.find(({ code }) => code === 'MODERATOR');
    await expectSuccess(service.admin.patch(`/users/${person.id}`, { roleIds: [moderator?.id] }));
    const { id } = await aContent(service.admin);
    const idOf = (heard: { data: unknown } | undefined): unknown => Reflect.get(Object(heard?.data), 'id');
    let heard = await stream.next();
    // The event of the first content is included too, if it is delivered after the user gets the role.
    while (heard !== undefined && idOf(heard) !== id) heard = await stream.next();
    expect(heard).to.include({ type: 'content.created' });
    await stream.close();
  });
});

/** Gives a user, who has no other role, the role MODERATOR for 2 seconds. */
async function aRoleThatEnds(service: Service) {
  const { admin } = service;
  const person = await aPerson(service, []);
  const endsAt = Date.now() + 2000;
  const grants = [{ roleId: moderatorRole.id, validUntil: new Date(endsAt).toISOString() }];
  await expectSuccess(admin.put(`/users/${person.id}/role-grants`, { grants }));
  const eventsOf = async (type: string) => {
    const { items } = await expectSuccess(
      admin.get<{ items: readonly { actor: object }[] }>(`/events?type=${type}&subjectId=${person.id}`),
    );
    return items;
  };
  return { person, endsAt, eventsOf };
}

describe('A service that records what time has changed', () => {
  it('records once that a role has ended, and leaves the role', async () => {
    const service = await startService({ SCHEDULE_SWEEP: '1s' });
    const { person, endsAt, eventsOf } = await aRoleThatEnds(service);
    await until('the end is recorded', async () => (await eventsOf('user.grant.expired')).length > 0);
    expect(Date.now()).to.be.at.least(endsAt);
    const [event, ...others] = await eventsOf('user.grant.expired');
    expect(others).to.deep.equal([]);
    expect(event?.actor).to.include({ type: 'system', name: 'schedule' });
    const { data } = await service.admin.get<{ grants: readonly object[] }>(`/users/${person.id}/role-grants`);
    expect(data.grants).to.have.lengthOf(1);
    await service.stop();
  });
});

describe('A service with open streams', () => {
  it('counts the streams in its metrics, and ends each stream with one line in the log when it stops', async () => {
    const { log, lines } = createMemoryLog();
    const service = await startService({ METRICS_PORT: '0' }, log);
    const gauge = async () => /^portcullis_open_streams (\d+)$/m.exec(await metrics())?.[1];
    const metrics = async () => (await fetch(service.server.metricsUrl ?? '')).text();
    const stream = await aStream(service.admin);
    expect(await gauge()).to.equal('1');
    const count = /portcullis_http_request_duration_seconds_count\{[^}]*route="\/api\/me\/stream"[^}]*\} 1/;
    expect(await metrics()).not.to.match(count);
    const logged = () => lines().filter(({ route }) => route === '/api/me/stream');
    expect(logged()).to.deep.equal([]);
    const [last] = await Promise.all([stream.next(), service.stop()]);
    expect(last).to.equal(undefined);
    expect(logged()).to.have.length(1);
    expect(logged()[0]).to.include({ status: 200 }).and.to.have.property('openMs');
  });
});
