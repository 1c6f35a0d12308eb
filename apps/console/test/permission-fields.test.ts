import { expect } from 'chai';
import { valuesOf, withCode } from '../src/screens/permissions/permission-fields.tsx';

describe('withCode', () => {
  it('derives the code from the resource and the action', () => {
    const withResource = withCode(valuesOf(), { resource: 'report' });
    expect(withCode(withResource, { action: 'read' }).code).to.equal('report.read');
  });

  it('does not change a typed code', () => {
    const typed = withCode(valuesOf(), { code: 'print-all' });
    expect(withCode(typed, { resource: 'report' }).code).to.equal('print-all');
  });

  it('clears the derived code if the resource and the action are empty', () => {
    expect(withCode(withCode(valuesOf(), { resource: 'report' }), { resource: '' }).code).to.equal('');
  });
});
