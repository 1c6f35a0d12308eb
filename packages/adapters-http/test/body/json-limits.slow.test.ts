import { expect } from 'chai';
import fc from 'fast-check';
import { jsonLimitChecker } from '../../src/body/json-body.ts';

/** Checks a body that arrives in chunks of these sizes. The list of sizes is repeated until the body ends. */
function followed(body: string, sizes: readonly number[]): void {
  const bytes = Buffer.from(body);
  const follow = jsonLimitChecker();
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    follow(bytes.subarray(start, start + size));
    start += size;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
/** Generates texts, mostly of characters that have a special meaning in JSON. */
const text = fc.string({ unit: fc.constantFrom(...'"\\[]{}:,a中\n'), maxLength: 30 });

const nested = (depth: number, inner: string): string =>
  `${'{"a":['.repeat(depth / 2)}${inner}${']}'.repeat(depth / 2)}`;

describe('§7: the limits on JSON bodies, with chunks of any size,', () => {
  const refuses = (body: (text: string) => string, message: string) =>
    fc.assert(
      fc.property(text, sizes, (value, chunks) => {
        expect(() => followed(body(JSON.stringify(value)), chunks)).to.throw(message);
      }),
      { numRuns: 30 },
    );
  const accepts = (body: (text: string) => string) =>
    fc.assert(
      fc.property(text, sizes, (value, chunks) => followed(body(JSON.stringify(value)), chunks)),
      { numRuns: 30 },
    );

  it('allow at most 32 levels', () => {
    accepts((value) => nested(32, value));
    refuses((value) => nested(32, `[${value}]`), 'more than 32 levels');
  });

  it('allow at most 1,000 keys', () => {
    accepts((value) => `{${`${value}:${value},`.repeat(999)}"a":1}`);
    refuses((value) => `{${`${value}:${value},`.repeat(1000)}"a":1}`, 'more than 1000 keys');
  });

  it('allow at most 50,000 values', () => {
    const many = '0,'.repeat(49_990);
    accepts((value) => `[${many}${`${value},`.repeat(9)}0]`);
    refuses((value) => `[${many}${`${value},`.repeat(10)}0]`, 'more than 50000 values');
  });

  it('count the values in nested lists and objects, and count an empty list or object as a value', () => {
    const many = '[0,{"a":0}],'.repeat(900) + '[],{},'.repeat(24_098);
    accepts((value) => `[${many}[${value},0],1,2]`);
    refuses((value) => `[${many}[${value},0],1,2,3]`, 'more than 50000 values');
  });
});
