import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPermissions, contentPermissions } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { describedRoutesOf } from '../src/wiring/routes.ts';
import { root } from './architecture/files.ts';

const operations = new Set(describedRoutesOf().map(({ operation }) => operation));
const codes = [...builtInPermissions, ...contentPermissions].map(({ code }) => code);

/** Returns the operations about which a text asks with `can`, but which the service does not have. */
const unknownIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bcan\('([^']*)'\)/g)]
    .map(([, operation = '']) => operation)
    .filter((operation) => !operations.has(operation));

/** Returns the permission codes of the service on which a text makes a control depend. */
const guessedIn = (text: string): readonly string[] => codes.filter((code) => text.includes(`'${code}'`));

describe('The guides and files for front ends', () => {
  const files = ['docs/front-ends', 'packages/front-end-kits/front-ends'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );

  it('show controls by operations of the service, not by its permissions', () => {
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
    const wrong = texts.flatMap(([file, text]) => [...unknownIn(text), ...guessedIn(text)].map((name) => [file, name]));
    expect(wrong).to.deep.equal([]);
    expect(texts.filter(([, text]) => /\bcan\('/.test(text))).to.not.be.empty;
  });

  it('are checked for unknown operations and for permissions', () => {
    expect(unknownIn("can('updateMenu') || can('updateMenus')")).to.deep.equal(['updateMenus']);
    expect(guessedIn(`v-access:code="'menu.update'"`)).to.deep.equal(['menu.update']);
  });
});
