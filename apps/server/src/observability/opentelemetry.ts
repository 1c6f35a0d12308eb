import { register } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { KoaInstrumentation, KoaLayerType } from '@opentelemetry/instrumentation-koa';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';

/**
 * Traces requests and their SQL statements, with the settings in the standard environment variables of OpenTelemetry.
 * Call this function before Koa and the database driver are loaded, because a module cannot be instrumented after it is
 * loaded.
 * @param serviceName the name of the service in the spans
 * @returns a function that sends the remaining spans and ends tracing
 * @example
 * const endTraces = (): Promise<void> => startTraces('shop-service')();
 */
export function startTraces(serviceName: string): () => Promise<void> {
  // Koa and the driver are loaded as ES modules. OpenTelemetry can instrument such modules only with this hook.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const sdk = new NodeSDK({
    serviceName,
    instrumentations: [
      new HttpInstrumentation({
        // The span and the log entry of a request contain no query string. Both contain the request id, by which they
        // can be matched.
        startIncomingSpanHook: () => ({ 'url.query': '' }),
        headersToSpanAttributes: { server: { responseHeaders: ['x-request-id'] } },
      }),
      new KoaInstrumentation({ ignoreLayersType: [KoaLayerType.MIDDLEWARE] }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
    // The SDK exports neither metrics nor logs. Prometheus collects the metrics, and the log is written to standard
    // output.
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  // If the remaining spans cannot be sent, for example because the collector is unreachable, the process still exits
  // normally.
  return () => sdk.shutdown().catch(() => undefined);
}
