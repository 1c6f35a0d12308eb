import { expect } from 'chai';
import { readFiles, type TextFile } from './architecture/files.ts';
import {
  barrels,
  decisionRecords,
  downwards,
  insideSources,
  layers,
  screensApart,
  type Rule,
} from './architecture/rules.ts';

const file = (path: string, text = ''): TextFile => ({ path, text });
const http = 'packages/adapters-http/src';
const record = '# 1. A title\n\n**Context.** A.\n\n**Decision.** B.\n\n**Consequences.** C.\n';
const recordIndex = file('docs/adr/README.md', '- (0001-hexagon.md)\n- (0001-markdown.md)\n');

/** Every rule, with sets of files that each break the rule once. Imports between packages are checked by the linter. */
const rules: readonly (readonly [title: string, rule: Rule, ...planted: (readonly TextFile[])[]])[] = [
  [
    'a file imports only from its own folder and from lower layers of its package',
    downwards,
    [file(`${http}/checks/authenticator.ts`, `import type { Route } from '../routes/route.ts';`)],
    [file('packages/application/src/auth/log-in.ts', `import { addUser } from '../users/add-user.ts';`)],
    [file('packages/application/src/auth/sessions/log-out.ts', `import { stepUp } from '../step-up.ts';`)],
    [file(`${http}/responses/error-report.ts`, `import {\n  jsonBody,\n} from '../body/json-body.ts';`)],
    [file(`${http}/helpers/text.ts`, `import { errorReportOf } from '../responses/error-report.ts';`)],
    [file('apps/server/src/server.ts', `const { run } = await import('./commands/program.ts');`)],
    [file('apps/console/src/parts/pager.tsx', `import { api } from '../session/session.ts';`)],
  ],
  [
    'the screens of a resource import nothing from the screens of another resource',
    screensApart,
    [file('apps/console/src/screens/roles/role.tsx', `import { MenuForm } from '../menus/menu-form.tsx';`)],
  ],
  [
    'a source file imports no test, and no other package by a relative path',
    insideSources,
    [file('packages/domain/src/accounts/user.ts', `import { LogIn } from '../../application/src/auth/log-in.ts';`)],
    [file('apps/server/src/main.ts', `import '../test/world.ts';`)],
  ],
  [
    'only the entry point of a package has re-exports',
    barrels,
    [file('packages/application/src/ports/index.ts', `export * from './users.ts';`)],
    [file('packages/domain/src/accounts/user.ts', `export {\n  roleLimits,\n} from './role.ts';`)],
  ],
  [
    'each decision record has a unique number and the form of all others, is short, and is in the index',
    decisionRecords,
    [file('docs/adr/1-hexagon.md')],
    [recordIndex, file('docs/adr/0001-hexagon.md', record), file('docs/adr/0001-markdown.md', record)],
    [recordIndex, file('docs/adr/0001-hexagon.md', record + 'word '.repeat(200))],
    [recordIndex, file('docs/adr/0001-hexagon.md', '# 1. A title\n\nText.')],
    [file('docs/adr/0001-hexagon.md', record)],
  ],
];

describe('The architecture', () => {
  const files = readFiles();

  it('has no layer without files', () => {
    const paths = files.map(({ path }) => path);
    for (const [folder, rooms] of Object.entries(layers)) {
      for (const room of rooms) {
        const place = room === '.' ? `${folder}/` : `${folder}/${room}`;
        expect(
          paths.some((path) => path.startsWith(place)),
          place,
        ).to.equal(true);
      }
    }
  });

  for (const [title, rule, ...planted] of rules) {
    it(title, () => expect(rule(files)).to.deep.equal([]));

    it(`reports a file that breaks the rule: ${title}`, () => {
      for (const breach of planted) expect(rule(breach), JSON.stringify(breach)).to.have.lengthOf(1);
    });
  }
});
