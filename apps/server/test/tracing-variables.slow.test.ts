import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ConfigError } from '../src/config/config-error.ts';
import { checkTracingVariables } from '../src/config/tracing-variables.ts';
import { startProcess } from './support/process.ts';

const file = fileURLToPath(import.meta.url);

/** For each variable, valid and invalid values. */
const values: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  OTEL_SDK_DISABLED: [
    ['true', 'false', 'TRUE'],
    ['yes', '1'],
  ],
  OTEL_LOG_LEVEL: [['debug', 'NONE'], ['loud']],
  OTEL_TRACES_EXPORTER: [
    ['otlp', 'none', 'otlp, console', 'zipkin'],
    ['jaeger', 'otlp,file'],
  ],
  OTEL_TRACES_SAMPLER: [
    ['always_on', 'parentbased_traceidratio'],
    ['sometimes', 'Always_On', ' always_on'],
  ],
  OTEL_TRACES_SAMPLER_ARG: [
    ['0', '1', '0.25', '1e-3'],
    ['half', '2', '-0.1', 'NaN'],
  ],
  OTEL_PROPAGATORS: [['tracecontext,baggage', 'b3multi', 'none'], ['ottrace']],
  OTEL_NODE_RESOURCE_DETECTORS: [['all', 'env,host'], ['cloud']],
  OTEL_RESOURCE_ATTRIBUTES: [['deployment.environment=test,team=a%20b'], ['test', '=test']],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    ['http://127.0.0.1:4318', 'https://collector/base/'],
    ['collector', 'ftp://collector'],
  ],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [['http://collector/v1/traces'], ['collector:4318']],
  OTEL_EXPORTER_OTLP_PROTOCOL: [
    ['grpc', 'http/json', 'http/protobuf'],
    ['http', 'thrift'],
  ],
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: [['http/json'], ['json']],
  OTEL_EXPORTER_OTLP_HEADERS: [
    ['api-key=abc', 'a=b,c=d=e,', 'authorization=Basic%20x'],
    ['secret-word', 'a b=secret-word'],
  ],
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: [['a='], ['secret-word']],
  OTEL_EXPORTER_OTLP_TIMEOUT: [
    ['1', '10000'],
    ['10s', '0', '-1'],
  ],
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: [['500'], ['soon']],
  OTEL_EXPORTER_OTLP_COMPRESSION: [['gzip', 'none'], ['zstd']],
  OTEL_EXPORTER_OTLP_CERTIFICATE: [[file], ['/no/such/file.pem']],
  OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY: [[file], ['/no/such/file.pem']],
  OTEL_BSP_SCHEDULE_DELAY: [
    ['1', '5000'],
    ['often', '0', '1.5'],
  ],
  OTEL_BSP_EXPORT_TIMEOUT: [['30000'], ['30s']],
  OTEL_BSP_MAX_QUEUE_SIZE: [['2048'], ['many']],
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: [['512'], ['-512']],
  OTEL_ATTRIBUTE_COUNT_LIMIT: [['128'], ['all']],
  OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: [['100'], ['long']],
  OTEL_SPAN_EVENT_COUNT_LIMIT: [['128'], ['none']],
};

describe('OpenTelemetry variables', () => {
  for (const [name, [good, bad]] of Object.entries(values)) {
    it(`${name} accepts ${good.join(' and ')}, and the error for another value names the variable`, () => {
      for (const value of [...good, '', ' '])
        expect(() => checkTracingVariables({ [name]: value }), value).not.to.throw();
      for (const value of bad) {
        expect(() => checkTracingVariables({ [name]: value }), value)
          .to.throw(ConfigError, new RegExp(`^${name} takes [^\\n]+\\.$`))
          .and.have.property('message')
          .that.does.not.include('secret-word');
      }
    });
  }

  for (const args of [[], ['--workers', '3']]) {
    it(`with a wrong value end a start ${args.join(' ')} with one line`.replace('  ', ' '), async () => {
      const environment = {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        JWT_SECRET: 'x'.repeat(32),
        OTEL_TRACES_SAMPLER: 'sometimes',
      };
      const program = startProcess(environment, args);
      expect(await program.ended).to.equal(2);
      expect(program.written.stderr).to.match(/^OTEL_TRACES_SAMPLER takes [^\n]+\n$/);
      expect(program.written.stdout).to.equal('');
    });
  }
});
