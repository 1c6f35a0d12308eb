import { expect } from 'chai';
import { recentFigures } from '../src/observability/recent-figures.ts';

describe('The figures of the last hour', () => {
  it('count requests and errors by minute, and forget them after an hour', () => {
    let time = Date.UTC(2026, 0, 1, 12, 0, 30);
    const { count, read } = recentFigures({ now: () => time, random: () => 0.5, waiting: () => 3 });
    count({ status: 200, durationMs: 1.4 });
    count({ status: 503, durationMs: 20 });
    time += 60_000;
    count({ status: 404, durationMs: 5 });
    const figures = read();
    expect(figures.length).to.equal(60);
    expect(figures.slice(-2)).to.deep.equal([
      { from: new Date(Date.UTC(2026, 0, 1, 12, 0)), requests: 2, errors: 1, p95Ms: 20, waiting: 3 },
      { from: new Date(Date.UTC(2026, 0, 1, 12, 1)), requests: 1, errors: 0, p95Ms: 5, waiting: 3 },
    ]);
    expect(figures[0]).to.include({ requests: 0, p95Ms: null, waiting: 0 });
    time += 60 * 60_000;
    expect(read().every(({ requests }) => requests === 0)).to.equal(true);
  });

  it('give the duration that 95 % of the requests did not exceed, also if not all durations are kept', () => {
    const { count, read } = recentFigures({ now: () => 0, random: () => 0.999, waiting: () => 0 });
    for (let ms = 1; ms <= 100; ms += 1) count({ status: 200, durationMs: ms });
    expect(read().at(-1)?.p95Ms).to.equal(95);
    for (let index = 0; index < 2000; index += 1) count({ status: 200, durationMs: 7 });
    expect(read().at(-1)).to.include({ requests: 2100 });
  });
});
