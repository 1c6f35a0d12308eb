import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { document } from './support/document.ts';
import { startService, type Service } from './support/service.ts';

/** Rules of the linter that the contract breaks, and why it may. */
const untrue = {
  // The specification, section 4.6, has them: GET /contents/slug/:slug beside POST /contents/:id/publish.
  'no-ambiguous-paths': 'off',
  // What anybody may read and nothing can be wrong with is never refused.
  'operation-4xx-response': 'off',
} as const;

describe('the API document', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is OpenAPI 3.1 without an error or a warning', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: untrue });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)).to.deep.equal(
      [],
    );
  });

  it('is served to anyone, and once only to a client that keeps it', async () => {
    const { api } = service;
    const first = await api.get<string>('/openapi.json');
    expect(JSON.parse(first.data)).to.have.all.keys(Object.keys(document)).and.include({ openapi: '3.1.1' });
    expect(first.headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
    expect(first.headers.get('Cache-Control')).to.equal('no-cache');
    const etag = first.headers.get('ETag') ?? '';
    expect(await api.get('/openapi.json', { 'If-None-Match': etag })).to.include({ status: 304 });
  });

  it('has each route, by a name of its own', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, { operationId }]) => `${verb} ${path} ${operationId}`),
    );
    const mounted = service.routes.map(
      ({ method, path, operation }) => `${method.toLowerCase()} /api${path.replace(/:(\w+)/g, '{$1}')} ${operation}`,
    );
    expect(documented).to.have.members(mounted);
    expect(new Set(service.routes.map(({ operation }) => operation)).size).to.equal(service.routes.length);
  });

  it('has each request shape by a name of its own', () => {
    const shapes = [...new Set(service.routes.flatMap(({ body }) => body ?? []))];
    expect(new Set(shapes.map(({ name }) => name)).size).to.equal(shapes.length);
  });
});
