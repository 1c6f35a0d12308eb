import { everyConnection } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { stub } from 'sinon';
import { sharedService } from './support/service.ts';

describe('health', () => {
  it('is live and ready without a token, and with an expired token', async () => {
    const { api } = await sharedService();
    for (const caller of [api, api.as('stale')]) {
      expect((await caller.get('/health/live')).data).to.deep.equal({ status: 'live' });
      expect((await caller.get('/health/ready')).data).to.deep.equal({ status: 'ready', writes: true });
    }
  });

  it('§7 condition 8: is live but not ready while the database cannot be reached, and the response does not reveal why', async () => {
    const { api } = await sharedService();
    const query = stub(everyConnection, 'query').throws(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    try {
      expect(await api.get('/health/live')).to.include({ status: 200 });
      const response = await api.get('/health/ready');
      expect(response).to.include({ status: 503, code: 2001, message: 'The service is not ready.', errors: null });
    } finally {
      query.restore();
    }
  });
});
