import { expect } from 'chai';
import fc from 'fast-check';
import type { ApiResponse } from './support/api.ts';
import { processesOnOneDatabase } from './support/processes.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { unique } from './support/service.ts';

interface Tag {
  readonly id: string;
}

describeOnPostgres('Idempotency-Key, with two processes on one PostgreSQL database', (adminUrl) => {
  const clients = processesOnOneDatabase(adminUrl, 2);

  const postTag = (at: number, key: string, name: string): Promise<ApiResponse<Tag>> =>
    clients(at).admin.post<Tag>('/tags', { name }, { 'Idempotency-Key': key });
  const isReplayed = ({ headers }: ApiResponse<unknown>): boolean => headers.get('Idempotency-Replayed') === 'true';

  it('executes 100 concurrent requests with one key once, and all of them later get the same response', async () => {
    const [key, name] = [unique('key-'), unique('tag-')];
    const responses = await Promise.all(Array.from({ length: 100 }, (_, at) => postTag(at, key, name)));
    const created = responses.filter(({ status }) => status === 201);
    expect(created.filter((response) => !isReplayed(response))).to.have.length(1);
    expect(new Set(created.map(({ data }) => data.id)).size).to.equal(1);
    for (const { status, code, reason } of responses) {
      if (status !== 201) expect([status, code, reason]).to.deep.equal([409, 1009, 'idempotency-key-in-use']);
    }
    for (const at of [0, 1]) {
      const again = await postTag(at, key, name);
      expect([again.status, isReplayed(again), again.data]).to.deep.equal([201, true, created[0]?.data]);
    }
    const { data } = await clients().admin.get<{ total: number }>(`/tags?search=${name}`);
    expect(data.total).to.equal(1);
  });

  it('behaves like a map from keys to responses, for random requests to both processes', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('x', 'y', 'z'),
      at: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const run = unique('run-');
        const names = new Set<string>();
        const stored = new Map<string, { readonly name: string; readonly id: string }>();
        for (const { key, name, at } of steps) {
          const response = await postTag(at, `${run}${key}`, `${run}${name}`);
          const first = stored.get(key);
          const result = response.status === 201 ? [response.data.id, isReplayed(response)] : response.reason;
          if (first !== undefined) {
            expect(result).to.deep.equal(first.name === name ? [first.id, true] : 'idempotency-key-reused');
          } else if (names.has(name)) {
            expect(result).to.equal('tag-name-taken');
          } else {
            expect(result).to.deep.equal([response.data.id, false]);
            names.add(name);
            stored.set(key, { name, id: response.data.id });
          }
        }
        const { data } = await clients().admin.get<{ total: number }>(`/tags?search=${run}`);
        expect(data.total).to.equal(names.size);
      }),
      { numRuns: 30 },
    );
  });
});
