import { expect } from 'chai';
import { sharedService, unique } from './support/service.ts';

describe('A failure of the database', () => {
  it('causes 500, 2001 in reads and in writes', async () => {
    const { api, admin, server } = await sharedService();
    const { pool } = server.database;
    await pool.query('ALTER TABLE tags RENAME TO gone');
    const responses = [await api.get('/tags'), await admin.post('/tags', { name: unique() })];
    await pool.query('ALTER TABLE gone RENAME TO tags');
    const message = 'The database did not answer. Nothing was changed. Please try again.';
    for (const response of responses) expect(response).to.include({ status: 500, code: 2001, message, errors: null });
  });
});
