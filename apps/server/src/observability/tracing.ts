import { register } from 'node:module';

type Environment = Readonly<Record<string, string | undefined>>;

/** The OpenTelemetry variables that enable traces. */
const enablingVariables = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

const wantsTraces = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED'] !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  enablingVariables.some((name) => (env[name] ?? '') !== '');

/**
 * Traces requests and their statements if the standard variables of OpenTelemetry enable it; otherwise it loads nothing. It
 * must be called before Koa and the database driver are loaded.
 * @returns a function that sends the remaining spans and ends tracing
 */
export async function startTracing(env: Environment): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return () => Promise.resolve();
  // Koa and the driver are ES modules, which need this hook to be instrumented.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const [{ NodeSDK }, { HttpInstrumentation }, { KoaInstrumentation, KoaLayerType }, { PgInstrumentation }] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-koa'),
      import('@opentelemetry/instrumentation-pg'),
    ]);
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'portcullis',
    instrumentations: [
      new HttpInstrumentation({
        // Like the log, spans have no query string, and carry the request id, by which both can be matched.
        startIncomingSpanHook: () => ({ 'url.query': '' }),
        headersToSpanAttributes: { server: { responseHeaders: ['x-request-id'] } },
      }),
      new KoaInstrumentation({ ignoreLayersType: [KoaLayerType.MIDDLEWARE] }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
    // Metrics are for Prometheus to collect, and the log goes to standard output.
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  // An unreachable collector must not fail the exit.
  return () => sdk.shutdown().catch(() => undefined);
}
