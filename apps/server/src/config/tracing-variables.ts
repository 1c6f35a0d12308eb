import { accessSync, constants } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { listOf, oneOf, textWith, url, type VariableType } from './variable.ts';
import { entriesOf } from './variable-texts.ts';
import { type Environment } from './read-variables.ts';

interface Rule {
  readonly names: readonly string[];
  readonly type: VariableType<unknown>;
}

const someOf = (...values: readonly string[]): VariableType<unknown> =>
  listOf(`${values.join(', ')}, or several of them separated by commas`, oneOf(values).parse);

/** Returns two variable names for each setting of the exporter: the general one, and the one for traces only. */
const exporter = (...settings: readonly string[]): readonly string[] =>
  settings.flatMap((setting) => [`OTEL_EXPORTER_OTLP_${setting}`, `OTEL_EXPORTER_OTLP_TRACES_${setting}`]);

const logLevels = ['none', 'error', 'warn', 'info', 'debug', 'verbose', 'all'];

/**
 * The variables that the SDK reads for traces. They are checked here, because the SDK replaces an invalid value by the
 * default, often without a warning.
 */
const rules: readonly Rule[] = [
  { names: ['OTEL_SDK_DISABLED'], type: textWith('true or false', (value) => /^(?:true|false)$/i.test(value)) },
  {
    names: ['OTEL_LOG_LEVEL'],
    type: textWith(`one of ${logLevels.join(', ')}`, (value) => logLevels.includes(value.toLowerCase())),
  },
  { names: ['OTEL_TRACES_EXPORTER'], type: someOf('otlp', 'console', 'zipkin', 'none') },
  {
    names: ['OTEL_PROPAGATORS'],
    type: someOf('tracecontext', 'baggage', 'b3', 'b3multi', 'jaeger', 'none'),
  },
  {
    names: ['OTEL_NODE_RESOURCE_DETECTORS'],
    type: someOf('env', 'host', 'os', 'process', 'serviceinstance', 'all', 'none'),
  },
  {
    names: ['OTEL_TRACES_SAMPLER'],
    type: oneOf(['always_on', 'always_off', 'traceidratio'].flatMap((sampler) => [sampler, `parentbased_${sampler}`])),
  },
  {
    names: ['OTEL_TRACES_SAMPLER_ARG'],
    type: textWith('a number from 0 to 1', (value) => Number(value) >= 0 && Number(value) <= 1),
  },
  { names: exporter('PROTOCOL'), type: oneOf(['grpc', 'http/json', 'http/protobuf']) },
  { names: exporter('COMPRESSION'), type: oneOf(['gzip', 'none']) },
  { names: exporter('ENDPOINT'), type: url('http:', 'https:') },
  {
    names: [...exporter('HEADERS'), 'OTEL_RESOURCE_ATTRIBUTES'],
    type: textWith('pairs such as name=value, separated by commas', (value) =>
      entriesOf(value).every((entry) => /^[^\s=]+=/.test(entry)),
    ),
  },
  {
    names: exporter('CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'),
    type: textWith('the path of a file that can be read', isReadable),
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
    type: textWith('a whole number of at least 1', (value) => /^\d{1,9}$/.test(value) && Number(value) >= 1),
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
  for (const { names, type } of rules) {
    for (const name of names) {
      const value = environment[name] ?? '';
      if (value.trim() !== '' && type.parse(value) === undefined) throw new ConfigError(`${name} takes ${type.takes}.`);
    }
  }
}
