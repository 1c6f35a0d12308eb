import { importOptional, tracingPackage } from '../config/optional-packages.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The OpenTelemetry variables that enable traces. */
const enablingVariables = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

const wantsTraces = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  enablingVariables.some((name) => (env[name] ?? '') !== '');

/** The exports of the optional package that contains the OpenTelemetry SDK. */
interface Tracing {
  readonly startTraces: (serviceName: string) => () => Promise<void>;
}

/**
 * Starts tracing of requests and SQL statements if the standard variables of OpenTelemetry enable it. Must be called
 * before Koa and the database driver are loaded.
 * @param optional the optional package that contains the SDK
 * @returns a function that sends the remaining spans and ends tracing
 * @throws {ConfigError} if the package or a dependency of it is not installed
 */
export async function startTracing(env: Environment, optional = tracingPackage): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return () => Promise.resolve();
  const { startTraces } = await importOptional<Tracing>(optional);
  return startTraces(env['OTEL_SERVICE_NAME'] ?? 'portcullis');
}
