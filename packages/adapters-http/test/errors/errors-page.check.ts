import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { errorTable, publicReasons } from '../../src/responses/error-table.ts';
import { cases } from './cases.ts';

const file = new URL('../../../../../docs/reference/errors.md', import.meta.url);

const introduction = `# Errors

The \`reason\`, the \`code\` and the HTTP status of errors, with the message of those that a single request can cause. Some messages name what was sent; this table has them for one request. [The interface](../interface.md#7-errors) contains the rules. \`npm run generate\` writes this page.
`;

const messages: ReadonlyMap<string, string> = new Map(
  Object.entries(cases).map(([reason, [, , message]]) => [reason, message]),
);

/** Returns the page with the messages that the cases of errors check, so that no message is written twice. */
function page(): string {
  const rows = Object.entries(errorTable)
    .filter(([reason]) => !(reason in publicReasons))
    .map(([reason, { code, status }]) => `| \`${reason}\` | ${code} | ${status} | ${messages.get(reason) ?? ''} |\n`);
  return `${introduction}\n| Reason | Code | Status | Message |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

describe('The page docs/reference/errors.md', () => {
  it('is up to date; npm run generate writes it', () => {
    if (process.env['WRITE_REFERENCE'] !== undefined) writeFileSync(file, page());
    else expect(readFileSync(file, 'utf8')).to.equal(page());
  });
});
