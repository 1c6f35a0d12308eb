import { ConfigError } from '../config/config-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The OpenTelemetry variables that enable traces. */
const enablingVariables = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

const wantsTraces = (env: Environment): boolean =>
  env['OTEL_SDK_DISABLED'] !== 'true' &&
  env['OTEL_TRACES_EXPORTER'] !== 'none' &&
  enablingVariables.some((name) => (env[name] ?? '') !== '');

/**
 * The exports of the package with the SDK. The service is compiled without that package, so the declarations of the
 * package are not available.
 */
interface Tracing {
  readonly startTraces: (serviceName: string) => () => Promise<void>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/**
 * Traces requests and their statements if the standard variables of OpenTelemetry enable it; otherwise it loads nothing.
 * It must be called before Koa and the database driver are loaded.
 * @param packageName the package with the SDK, which is installed only with `npm run setup:tracing`
 * @returns a function that sends the remaining spans and ends tracing
 * @throws {ConfigError} if the package or a dependency of it is not installed
 */
export async function startTracing(
  env: Environment,
  packageName = '@portcullis/adapters-tracing',
): Promise<() => Promise<void>> {
  if (!wantsTraces(env)) return () => Promise.resolve();
  try {
    const { startTraces }: Tracing = await import(packageName);
    return startTraces(env['OTEL_SERVICE_NAME'] ?? 'portcullis');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ConfigError('Traces need packages that are not installed. Install them with: npm run setup:tracing');
  }
}
