import { ConfigError } from '../config/config-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The OpenTelemetry variables that enable traces. */
const enablingVariables = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

const wantsTraces = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  enablingVariables.some((name) => (env[name] ?? '') !== '');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/**
 * Starts tracing of requests and SQL statements if the standard variables of OpenTelemetry enable it. Must be called
 * before Koa and the database driver are loaded.
 * @param load imports the module that needs the SDK, which is an optional dependency
 * @returns a function that sends the remaining spans and ends tracing
 * @throws {ConfigError} if the SDK is not installed
 */
export async function startTracing(
  env: Environment,
  load = () => import('./opentelemetry.ts'),
): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return () => Promise.resolve();
  const { startTraces } = await load().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new ConfigError('Traces need the packages @opentelemetry/*, which are optional and not installed.');
  });
  return startTraces(env['OTEL_SERVICE_NAME'] ?? 'portcullis');
}
