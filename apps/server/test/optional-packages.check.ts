import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../src/config/config-error.ts';
import {
  importOptional,
  providersPackage,
  s3Package,
  smtpPackage,
  tracingPackage,
} from '../src/config/optional-packages.ts';
import { root } from './architecture/files.ts';

describe('A package that a start installs only if it is needed', () => {
  for (const optional of [tracingPackage, smtpPackage, s3Package, providersPackage]) {
    const folder = `packages/${optional.name.slice('@portcullis/'.length)}`;

    it(`${folder}: if it is missing, the error names the command that installs the package`, async () => {
      const missing = { ...optional, name: '@portcullis/not-installed' };
      const error: unknown = await importOptional(missing).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ConfigError);
      expect(String(error)).to.match(/need packages that are not installed\. .*: npm run setup:[a-z0-9]+$/);
      const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect(String(error)).to.include(optional.script);
      const [, argument = ''] = /^node tools\/install-for-start\.js (\w+)$/.exec(scripts[optional.script]) ?? [];
      expect(await readFile(join(root, 'tools/install-for-start.js'), 'utf8')).to.match(
        new RegExp(`argument: '${argument}', .*folder: '${folder}'`),
      );
    });

    it(`${folder} is in the image, but is not compiled for a start`, async () => {
      const { dependencies } = JSON.parse(await readFile(join(root, 'apps/server/package.json'), 'utf8'));
      expect(dependencies).to.have.property(optional.name);
      expect(existsSync(join(root, folder, 'tsconfig.product.json'))).to.equal(true);
      expect(await readFile(join(root, 'apps/server/tsconfig.product.json'), 'utf8')).not.to.include(folder);
    });
  }

  it('is imported if it is installed', async () => {
    expect(await importOptional<object>(smtpPackage)).to.have.property('smtpDelivery');
    expect(await importOptional<object>(s3Package)).to.have.property('s3Store');
    expect(await importOptional<object>(providersPackage)).to.have.property('providerClient');
  });
});
