import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPermissions } from '@portcullis/domain';
import { expect } from 'chai';
import { describedRoutesOf } from '../src/wiring/routes.ts';
import { root } from './architecture/files.ts';

/** The permissions that are sufficient for at least one operation, without a role. */
const sufficient = new Set(
  describedRoutesOf().flatMap((route) =>
    route.access === 'authorized' && (route.anyRole ?? []).length === 0 ? (route.allPermissions ?? []) : [],
  ),
);

describe('The guides for front ends', () => {
  for (const name of ['soybean-admin', 'vben']) {
    it(`${name}: show no control for a permission that is never sufficient`, () => {
      const guide = readFileSync(join(root, `docs/front-ends/${name}.md`), 'utf8');
      const shown = builtInPermissions.map(({ code }) => code).filter((code) => guide.includes(`'${code}'`));
      expect(shown.filter((code) => !sufficient.has(code))).to.deep.equal([]);
    });
  }

  it('are compared with the routes', () => {
    expect([...sufficient])
      .to.include('menu.update')
      .and.not.include('user.update');
  });
});
