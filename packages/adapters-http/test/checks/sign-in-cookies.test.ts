import { expect } from 'chai';
import { parseCookies, signInCookies } from '../../src/checks/sign-in-cookies.ts';

/** Stores cookies like a browser. A cookie that is set again keeps its place, as in RFC 6265. */
function aBrowser() {
  const stored = new Map<string, string>();
  return {
    cookies: () => parseCookies([...stored].map(([name, value]) => `${name}=${value}`).join('; ')),
    receive: (headers: readonly string[]) => {
      for (const header of headers) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (header.includes('Max-Age=0;')) stored.delete(name);
        else stored.set(name, value);
      }
    },
  };
}

describe('The cookies of sign-ins', () => {
  const signIns = signInCookies(true);

  it('belong to one sign-in each', () => {
    const browser = aBrowser();
    browser.receive(signIns.begin(browser.cookies(), 'first-state-0123456789', 'one'));
    browser.receive(signIns.begin(browser.cookies(), 'second-state-0123456789', 'two'));
    expect(signIns.find(browser.cookies(), 'first-state-0123456789')).to.equal('one');
    browser.receive([signIns.end('first-state-0123456789')]);
    expect(signIns.find(browser.cookies(), 'first-state-0123456789')).to.equal(undefined);
    expect(signIns.find(browser.cookies(), 'second-state-0123456789')).to.equal('two');
    expect(signIns.find(browser.cookies(), '')).to.equal(undefined);
  });

  const stateWithNumber = (number: number): string => `${number}-state-0123456789`;
  const openAfter = (count: number, value: string): readonly number[] => {
    const browser = aBrowser();
    const numbers = Array.from({ length: count }, (_each, number) => number);
    for (const number of numbers) browser.receive(signIns.begin(browser.cookies(), stateWithNumber(number), value));
    return numbers.filter((number) => signIns.find(browser.cookies(), stateWithNumber(number)) !== undefined);
  };

  it('are at most four, of the latest sign-ins', () => {
    expect(openAfter(4, 'sealed')).to.deep.equal([0, 1, 2, 3]);
    expect(openAfter(20, 'sealed')).to.deep.equal([16, 17, 18, 19]);
  });

  it('are fewer if they are long, so that they fit into the headers of a request', () => {
    expect(openAfter(20, 's'.repeat(3200))).to.deep.equal([18, 19]);
    expect(openAfter(20, 's'.repeat(7000))).to.deep.equal([19]);
  });

  it('leave other cookies alone', () => {
    const cookies = parseCookies('a=b; __Host-other=c=d;=x; no-value; portcullis-sign-in-x=y; a=second');
    expect([...cookies]).to.deep.equal([
      ['a', 'b'],
      ['__Host-other', 'c=d'],
      ['portcullis-sign-in-x', 'y'],
    ]);
    expect(signIns.begin(cookies, 'state-0123456789', 'sealed')).to.have.length(1);
  });
});
