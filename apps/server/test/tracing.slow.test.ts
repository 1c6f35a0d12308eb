import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { ConfigError } from '../src/config/config-error.ts';
import { startTracing } from '../src/observability/tracing.ts';
import { apiAt } from './support/api.ts';
import { withAnyDatabase, withDirectory, type Process } from './support/process.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface Sent {
  readonly resource: Pick<Span, 'attributes'>;
  readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
}

/** A server that collects traces, with the spans that the server has received. */
interface Receiver {
  readonly url: string;
  readonly paths: Set<string>;
  readonly spans: Span[];
  readonly services: readonly string[];
  readonly server: Server;
}

async function receiver(): Promise<Receiver> {
  const [paths, spans, services] = [new Set<string>(), [] as Span[], [] as string[]];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    paths.add(request.url ?? '');
    const { resourceSpans = [] } = (await json(request)) as { resourceSpans?: readonly Sent[] };
    for (const { resource, scopeSpans } of resourceSpans) {
      services.push(JSON.stringify(resource.attributes.find(({ key }) => key === 'service.name')?.value));
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths, spans, services, server };
}

const probe = new URL('support/loaded.js', import.meta.url).href;
const probing = { NODE_OPTIONS: `--import ${probe}` };
const loaded = ({ written }: Process): string => /^loaded: (.*)$/m.exec(written.stderr)?.[1] ?? 'nothing was printed';

describe('Traces (OpenTelemetry’s own variables)', () => {
  it('need optional packages, which the error names if they are not installed', async () => {
    const env = { OTEL_TRACES_EXPORTER: 'console' };
    const notInstalled = '@opentelemetry/not-installed';
    const error: unknown = await startTracing(env, () => import(notInstalled)).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ConfigError).and.have.property('message').that.includes('@opentelemetry/*');
  });

  it('contain a request, its route and its statements, but no query string and no secret', () =>
    withAnyDatabase(async (start) => {
      const collector = await receiver();
      const program = start({
        ...probing,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        ADMIN_PASSWORD: 'chosen-by-the-operator',
      });
      const api = apiAt(await program.listening);
      const account = { username: 'admin', password: 'chosen-by-the-operator' };
      const { data } = await api.post<{ token: { accessToken: string } }>('/auth/login', account);
      await api.as(data.token.accessToken).get('/users?search=words-of-the-query', { 'X-Request-Id': 'traced-1' });
      expect(await program.stop()).to.equal(0);
      collector.server.close();

      const { spans } = collector;
      const request = spans.find(({ name }) => name === 'GET /api/users');
      const inside = spans.filter(({ traceId }) => traceId === request?.traceId);
      const statements = inside.filter(({ name }) => name.startsWith('pg.query'));
      expect(statements.length, inside.map(({ name }) => name).join()).to.be.within(1, 4);
      expect(JSON.stringify(request)).to.include('traced-1');
      expect(JSON.stringify(statements)).to.include('FROM users');
      const known = new Set(inside.map(({ spanId }) => spanId));
      for (const { parentSpanId = '' } of statements) expect(known.has(parentSpanId)).to.equal(true);
      expect(JSON.stringify(spans)).not.to.match(/words-of-the-query|chosen-by|Bearer|eyJ|\$argon2/);
      expect(collector.services).to.include('{"stringValue":"portcullis"}');
      expect([...collector.paths]).to.deep.equal(['/v1/traces']);
      expect(loaded(program)).to.include('@opentelemetry/');
    }));

  it('and metrics load no package unless they are enabled', () =>
    withDirectory(async (_directory, start) => {
      for (const off of [{}, { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }]) {
        const program = start({ ...probing, ...off, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
        await program.alive;
        expect(await program.stop()).to.equal(0);
        expect(loaded(program))
          .to.include('koa')
          .and.not.match(/opentelemetry|prom-client|ioredis|piscina/);
      }
    }));
});
