import { readFileSync } from 'node:fs';

const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

export const { version } = manifest;

/** The releases of Node that the service supports. The range has the parts `^a.b` and `>=a.b`, separated by `||`. */
export const supportedNode = {
  range: manifest.engines.node,
  accepts: (release: string): boolean => {
    const [major = 0, minor = 0] = release.split('.').map(Number);
    return manifest.engines.node.split('||').some((part) => {
      const [, sign, least, leastMinor] = /(\^|>=)(\d+)\.(\d+)/.exec(part) ?? [];
      const isSameMajor = major === Number(least);
      return isSameMajor ? minor >= Number(leastMinor) : sign === '>=' && major > Number(least);
    });
  },
};
