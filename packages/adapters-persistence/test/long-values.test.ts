import { Duplex } from 'node:stream';
import { expect } from 'chai';
import pg from 'pg';
import { PoolClient } from '../src/postgres/connection-queue.ts';

const long = Buffer.alloc(1024 * 1024, 'é');

/** Creates a stream that records the chunks written to it. */
function recorder(): { readonly stream: Duplex; readonly chunks: readonly Buffer[] } {
  const chunks: Buffer[] = [];
  const stream = new Duplex({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, chunks };
}

/** Returns the chunks in which a client sends the values of a statement. */
function sent(Client: typeof pg.Client, config: pg.BindConfig): readonly Buffer[] {
  const { stream, chunks } = recorder();
  Object.assign(stream, { setNoDelay: () => stream });
  new Client({ stream: () => stream }).connection.bind(config, false);
  return chunks;
}

const sharesMemory = (chunk: Buffer): boolean => chunk.buffer === long.buffer;

describe('sendLongValuesUncopied', () => {
  const statements: readonly pg.BindConfig[] = [
    { values: [long] },
    { portal: 'p', statement: 'contents add', values: ['é', null, long, '', long, undefined, Buffer.from('short')] },
    { values: ['1', null], valueMapper: (value) => (value === null ? long : `mapped ${value}`) },
    { values: ['short', Buffer.from('short'), null] },
  ];

  for (const [index, config] of statements.entries()) {
    it(`sends the same bytes as pg (${index + 1})`, () => {
      expect(Buffer.concat(sent(PoolClient, config)).equals(Buffer.concat(sent(pg.Client, config)))).to.equal(true);
    });
  }

  it('encrypts a long value in slices, before later writes', async () => {
    const steps: Buffer[] = [];
    const take = (chunks: readonly Buffer[], done: () => void): void => {
      steps.push(Buffer.concat(chunks));
      setImmediate(done);
    };
    const stream = Object.assign(
      new Duplex({
        write: (chunk: Buffer, _encoding, done) => take([chunk], done),
        writev: (chunks, done) =>
          take(
            chunks.map(({ chunk }) => chunk),
            done,
          ),
      }),
      { encrypted: true, setNoDelay: () => stream },
    );
    const config = { values: ['a', long] };
    stream.cork();
    new PoolClient({ stream: () => stream }).connection.bind(config, false);
    stream.uncork();
    for (const later of ['l', 'a', 't', 'e', 'r']) stream.write(later);
    await new Promise((resolve) => stream.end(resolve));
    const plain = [...sent(pg.Client, config), Buffer.from('later')];
    expect(Buffer.concat(steps).equals(Buffer.concat(plain))).to.equal(true);
    expect(Math.max(...steps.map(({ length }) => length))).to.equal(256 * 1024);
    expect(Object.keys(stream)).to.not.include('_writev');
  });

  it('does not copy long values', () => {
    const config = { values: ['a', long] };
    expect(sent(PoolClient, config).filter(sharesMemory)).to.have.lengthOf(1);
    expect(sent(pg.Client, config).filter(sharesMemory)).to.have.lengthOf(0);
  });
});
