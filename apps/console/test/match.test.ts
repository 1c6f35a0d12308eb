import { expect } from 'chai';
import { match } from '../src/routing/match.ts';

describe('patterns of screens', () => {
  it('take the id out of the path', () => {
    expect(match('/users/:id', '/users/42')).to.equal('42');
    expect(match('/contents/:id/edit', '/contents/%E7%8E%8B/edit')).to.equal('王');
  });

  it('have an empty id where they name none', () => {
    expect(match('/users', '/users')).to.equal('');
    expect(match('/', '/')).to.equal('');
  });

  it('fit no other path', () => {
    expect(match('/users', '/users/42')).to.equal(undefined);
    expect(match('/users/:id', '/roles/42')).to.equal(undefined);
  });

  it('take a broken escape as it is', () => {
    expect(match('/users/:id', '/users/%E7')).to.equal('%E7');
  });
});
