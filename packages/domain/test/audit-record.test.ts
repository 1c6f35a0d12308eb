import { expect } from 'chai';
import { rolesSetRecord } from '../src/events/audit-record.ts';
import { aDay, anId } from './support.ts';

describe('§2.8 rolesSetRecord', () => {
  it('contains the actor, the changed user, the client, the time, and the roles before and after', () => {
    const id = anId<'AuditRecord'>(1);
    const ada = anId<'User'>(2);
    const bob = anId<'User'>(3);
    const viewer = anId<'Role'>(4);
    const editor = anId<'Role'>(5);
    const record = rolesSetRecord({
      id,
      actor: {
        type: 'user',
        id: ada,
        name: 'ada',
        ipAddress: '192.0.2.7',
        userAgent: 'curl/8',
        sessionId: null,
        requestId: 'request',
      },
      userId: bob,
      change: { before: [viewer], after: [viewer, editor] },
      at: aDay(2),
    });
    expect(record).to.deep.equal({
      id,
      event: 'user.roles.set',
      userId: ada,
      ipAddress: '192.0.2.7',
      userAgent: 'curl/8',
      resource: 'User',
      resourceId: bob,
      action: 'UPDATE',
      payload: { actorId: ada, userId: bob, before: [viewer], after: [viewer, editor] },
      result: 'SUCCESS',
      createdAt: aDay(2),
    });
  });
});
