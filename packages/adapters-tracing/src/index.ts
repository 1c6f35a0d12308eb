import { register } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { KoaInstrumentation, KoaLayerType } from '@opentelemetry/instrumentation-koa';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';

/**
 * Traces requests and their statements as the standard variables of OpenTelemetry say. It must be called before Koa and the
 * database driver are loaded, because a loaded module cannot be instrumented any more.
 * @param serviceName the name of the service in its spans
 * @returns a function that sends the remaining spans and ends tracing
 */
export function startTraces(serviceName: string): () => Promise<void> {
  // Koa and the driver are ES modules, which need this hook to be instrumented.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const sdk = new NodeSDK({
    serviceName,
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
