import { expect } from 'chai';
import { fitsInto, sliceLength } from '../../src/responses/text-slices.ts';

describe('fitsInto', () => {
  const long = sliceLength * 3;
  const texts = {
    short: 'a中😀é',
    'long and has one byte per character': 'a'.repeat(long),
    'long and has three bytes per character': '中'.repeat(long),
    'long and has surrogate pairs at the ends of slices': `a${'😀'.repeat(long)}`,
  };

  for (const [kind, text] of Object.entries(texts)) {
    it(`measures the UTF-8 bytes of a text that is ${kind}`, async () => {
      const bytes = Buffer.byteLength(text);
      expect(await fitsInto(bytes, text)).to.equal(true);
      expect(await fitsInto(bytes - 1, text)).to.equal(false);
    });
  }

  it('lets other work run while it measures a long text', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await fitsInto(long * 3, '中'.repeat(long));
    clearImmediate(timer);
    expect(turns).to.be.at.least(2);
  });
});
