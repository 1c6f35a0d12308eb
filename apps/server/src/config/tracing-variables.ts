import { accessSync, constants } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { entriesOf, type Environment } from './variable.ts';

interface Rule {
  readonly names: readonly string[];
  /** The end of the sentence 'OTEL_… takes …' in the error message. */
  readonly takes: string;
  readonly isGood: (value: string) => boolean;
}

const oneOf = (names: readonly string[], ...values: readonly string[]): Rule => ({
  names,
  takes: `one of ${values.join(', ')}`,
  isGood: (value) => values.includes(value),
});

const listOf = (name: string, ...values: readonly string[]): Rule => ({
  names: [name],
  takes: `${values.join(', ')}, or several of them separated by commas`,
  isGood: (value) => entriesOf(value).every((entry) => values.includes(entry)),
});

/** Returns two variable names for each setting of the exporter: the general one, and the one for traces only. */
const exporter = (...settings: readonly string[]): readonly string[] =>
  settings.flatMap((setting) => [`OTEL_EXPORTER_OTLP_${setting}`, `OTEL_EXPORTER_OTLP_TRACES_${setting}`]);

const logLevels = ['none', 'error', 'warn', 'info', 'debug', 'verbose', 'all'];

/**
 * The variables that the SDK reads for traces. They are checked here, because the SDK replaces an invalid value by the
 * default, often without a warning.
 */
const rules: readonly Rule[] = [
  {
    names: ['OTEL_SDK_DISABLED'],
    takes: 'true or false',
    isGood: (value) => /^(?:true|false)$/i.test(value),
  },
  {
    names: ['OTEL_LOG_LEVEL'],
    takes: `one of ${logLevels.join(', ')}`,
    isGood: (value) => logLevels.includes(value.toLowerCase()),
  },
  listOf('OTEL_TRACES_EXPORTER', 'otlp', 'console', 'zipkin', 'none'),
  listOf('OTEL_PROPAGATORS', 'tracecontext', 'baggage', 'b3', 'b3multi', 'jaeger', 'none'),
  listOf('OTEL_NODE_RESOURCE_DETECTORS', 'env', 'host', 'os', 'process', 'serviceinstance', 'all', 'none'),
  oneOf(
    ['OTEL_TRACES_SAMPLER'],
    ...['always_on', 'always_off', 'traceidratio'].flatMap((sampler) => [sampler, `parentbased_${sampler}`]),
  ),
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    takes: 'a number from 0 to 1',
    isGood: (value) => Number(value) >= 0 && Number(value) <= 1,
  },
  oneOf(exporter('PROTOCOL'), 'grpc', 'http/json', 'http/protobuf'),
  oneOf(exporter('COMPRESSION'), 'gzip', 'none'),
  {
    names: exporter('ENDPOINT'),
    takes: 'an address that begins with http:// or https://',
    isGood: (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
  },
  {
    names: [...exporter('HEADERS'), 'OTEL_RESOURCE_ATTRIBUTES'],
    takes: 'pairs such as name=value, separated by commas',
    isGood: (value) => entriesOf(value).every((entry) => /^[^\s=]+=/.test(entry)),
  },
  {
    names: exporter('CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'),
    takes: 'the path of a file that can be read',
    isGood: isReadable,
  },
  {
    names: [
      ...exporter('TIMEOUT'),
      ...['SCHEDULE_DELAY', 'EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map(
        (end) => `OTEL_BSP_${end}`,
      ),
      ...['', 'SPAN_'].flatMap((kind) => [
        `OTEL_${kind}ATTRIBUTE_COUNT_LIMIT`,
        `OTEL_${kind}ATTRIBUTE_VALUE_LENGTH_LIMIT`,
      ]),
      ...['EVENT', 'LINK', 'ATTRIBUTE_PER_EVENT', 'ATTRIBUTE_PER_LINK'].map((each) => `OTEL_SPAN_${each}_COUNT_LIMIT`),
    ],
    takes: 'a whole number of at least 1',
    isGood: (value) => /^\d{1,9}$/.test(value) && Number(value) >= 1,
  },
];

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks the OpenTelemetry variables for traces; an empty variable counts as unset. The error message does not contain
 * the invalid value, because the value may contain the API key of a collector.
 * @throws {ConfigError}
 */
export function checkTracingVariables(environment: Environment): void {
  for (const { names, takes, isGood } of rules) {
    for (const name of names) {
      const value = environment[name] ?? '';
      if (value.trim() !== '' && !isGood(value)) throw new ConfigError(`${name} takes ${takes}.`);
    }
  }
}
