import { expect } from 'chai';
import { checks } from './deployment/checks.ts';
import { readDeployment } from './deployment/parts.ts';

/** No engine runs here: the files are read, and held to what can be known without one. */
describe('The image, the compose file, the manifests and the unit (docs/deployment.md)', function () {
  this.timeout(60_000);
  const files = readDeployment();

  for (const { title, rule, planted } of checks) {
    it(title, async () => expect(await rule(files)).to.deep.equal([]));

    it(`and a breach is caught: ${title}`, async () => {
      for (const [path, from, to] of planted) {
        const changed = files.map((file) => (file.path === path ? { path, text: file.text.replace(from, to) } : file));
        expect(changed, `${path} has '${from}'`).not.to.deep.equal(files);
        expect(await rule(changed), `${path}: '${to}' for '${from}'`).not.to.deep.equal([]);
      }
    });
  }
});
