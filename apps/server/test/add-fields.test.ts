import { ownResource } from '@portcullis/domain/internal/own-resource';
import { expect } from 'chai';
import { readField } from '../src/commands/adding/field-words.ts';
import { fieldText } from '../src/commands/adding/source-text.ts';
import { UsageError } from '../src/commands/terminal.ts';

describe('Fields that are added to a project', () => {
  const name = { type: 'text', max: 50 } as const;
  const artists = ownResource('acme.artist', 'acme.artists', {
    fields: { name, mentor: { type: 'reference', to: 'self', optional: true } },
    namedBy: 'name',
  });
  const works = ownResource('acme.work', 'acme.works', {
    fields: { name, artist: { type: 'reference', to: artists } },
    namedBy: 'name',
  });
  const textFor = (words: string, of: string): string =>
    fieldText(...readField(words, of, [artists, works], {}), (resource) => `${resource.slice('acme.'.length)}s`);

  it('can refer to a resource whose entries refer to each other', () => {
    expect(textFor('artist:ref:acme.artist!', 'acme.loan')).to.equal(
      "    artist: { type: 'reference', to: artists.resource, filter: true },",
    );
    expect(textFor('owner:ref:user', 'acme.loan')).to.equal(
      "    owner: { type: 'reference', to: 'user', filter: true, optional: true },",
    );
  });

  it('can refer to the resource that gets the field, by its name and as self', () => {
    for (const target of ['self', 'acme.artist'])
      expect(textFor(`teachers:refs:${target}`, 'acme.artist')).to.equal(
        "    teachers: { type: 'references', to: 'self', filter: true },",
      );
  });

  it('cannot refer to a resource that refers to the one that gets the field', () => {
    expect(() => textFor('best:ref:acme.work', 'acme.artist'))
      .to.throw(UsageError)
      .with.property('message', "'best:ref:acme.work' makes a circle: acme.work refers to acme.artist.");
  });
});
