import { register } from 'node:module';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of OpenTelemetry's own that ask for traces. */
const asking = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

const wantsTraces = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED'] !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  asking.some((name) => (env[name] ?? '') !== '');

/**
 * Traces requests and their statements where the standard variables of OpenTelemetry ask for it, and loads nothing where they
 * do not. To be called before what it traces is loaded; what it answers sends what is left, and ends it.
 */
export async function startTracing(env: Environment): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return () => Promise.resolve();
  // Koa and the driver are imported: modules that are required need no hook.
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
        // As in the log: no query, and the id that the two have in common.
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
