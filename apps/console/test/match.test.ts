import { expect } from 'chai';
import { match } from '../src/routing/location.ts';

describe('match', () => {
  it('returns the decoded id in the path', () => {
    expect(match('/users/:id', '/users/42')).to.equal('42');
    expect(match('/contents/:id/edit', '/contents/%E7%8E%8B/edit')).to.equal('王');
  });

  it('returns an empty string if the pattern has no id', () => {
    expect(match('/users', '/users')).to.equal('');
    expect(match('/', '/')).to.equal('');
  });

  it('returns undefined if the path does not match', () => {
    expect(match('/users', '/users/42')).to.equal(undefined);
    expect(match('/users/:id', '/roles/42')).to.equal(undefined);
  });

  it('returns an id with an invalid percent-encoding unchanged', () => {
    expect(match('/users/:id', '/users/%E7')).to.equal('%E7');
  });
});
