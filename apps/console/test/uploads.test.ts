import { expect } from 'chai';
import { createUploads, type Media, type Upload } from '../src/resources/uploads.ts';

interface Sent {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly report: (loaded: number) => void;
  readonly store: () => Promise<void>;
  readonly refuse: (error: Error) => Promise<void>;
}

const media = (name: string) => ({ id: name, name }) as Media;

/** Creates uploads whose files are stored or refused by the test. */
function started() {
  const sent: Sent[] = [];
  const stored: string[] = [];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const uploads = createUploads({
    send: (file, options = {}) =>
      new Promise((resolve, reject) => {
        const { signal = new AbortController().signal, onProgress = () => undefined } = options;
        signal.addEventListener('abort', () => reject(new Error('stopped')));
        sent.push({
          name: file.name,
          signal,
          report: (loaded) => onProgress({ loaded, total: 100 }),
          store: async () => (resolve(media(file.name)), void (await settled())),
          refuse: async (error) => (reject(error), void (await settled())),
        });
      }),
    onStored: ({ file }) => stored.push(file.name),
  });
  const states = () => uploads.list.value.map(({ file, state }) => `${file.name} ${state}`);
  const add = (...names: string[]): readonly Upload[] => uploads.add(names.map((name) => new File(['x'], name)));
  return { uploads, sent, stored, states, add, settled };
}

describe('Uploads', () => {
  it('send two files at the same time, and the others after them', async () => {
    const { sent, stored, states, add } = started();
    add('a', 'b', 'c');
    expect(states()).to.deep.equal(['a sending', 'b sending', 'c waiting']);
    await sent[1]?.store();
    expect(states()).to.deep.equal(['a sending', 'b stored', 'c sending']);
    await sent[0]?.store();
    await sent[2]?.store();
    expect(stored).to.deep.equal(['b', 'a', 'c']);
  });

  it('report how much was sent', () => {
    const { uploads, sent, add } = started();
    add('a');
    sent[0]?.report(40);
    expect(uploads.list.value[0]?.sent).to.equal(0.4);
  });

  it('keep a refused file with its error, and send it again on demand', async () => {
    const { uploads, sent, stored, states, add } = started();
    const [upload] = add('a');
    const error = new Error('refused');
    await sent[0]?.refuse(error);
    expect(uploads.list.value[0]).to.include({ state: 'failed', error });
    uploads.retry(upload?.id ?? 0);
    expect(states()).to.deep.equal(['a sending']);
    await sent[1]?.store();
    expect(stored).to.deep.equal(['a']);
  });

  it('stop a cancelled file without an error, whether it is being sent or waits', async () => {
    const { uploads, sent, states, add, settled } = started();
    const [a, , c] = add('a', 'b', 'c');
    uploads.cancel(c?.id ?? 0);
    uploads.cancel(a?.id ?? 0);
    await settled();
    expect(sent[0]?.signal.aborted).to.equal(true);
    expect(states()).to.deep.equal(['a failed', 'b sending', 'c failed']);
    expect(uploads.list.value.map(({ error }) => error)).to.deep.equal([undefined, undefined, undefined]);
  });

  it('stop all files and forget them', async () => {
    const { uploads, sent, stored, add, settled } = started();
    add('a', 'b', 'c');
    uploads.removeAll();
    await settled();
    expect(uploads.list.value).to.deep.equal([]);
    expect(sent.map(({ signal }) => signal.aborted)).to.deep.equal([true, true]);
    expect(stored).to.deep.equal([]);
  });
});
