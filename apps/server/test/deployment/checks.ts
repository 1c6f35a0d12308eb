import { names, ports, routes } from './agreement-rules.ts';
import { ingress, kustomizationRule } from './cluster-rules.ts';
import { confinement, copies, program, versions } from './image-rules.ts';
import { memory } from './memory-rules.ts';
import { composeSchemaRule, dockerfileLint, kubernetesSchemas, type DeploymentRule } from './schemas.ts';
import { secrets, stops, values, variables } from './variable-rules.ts';

/** A change of a file: what is replaced, once, and by what. */
type Edit = readonly [path: string, from: string, to: string];

interface Check {
  readonly title: string;
  readonly rule: DeploymentRule;
  /** Changes that break the rule, each by itself. */
  readonly planted: readonly Edit[];
}

const compose = 'compose.yaml';
const docker = 'Dockerfile';
const unit = 'deploy/systemd/portcullis.service';
const nginx = 'deploy/nginx/portcullis.conf';
const kubernetes = (name: string): string => `deploy/kubernetes/${name}.yaml`;
const deployment = kubernetes('deployment');

export const checks: readonly Check[] = [
  {
    title: 'the manifests fit the Kubernetes API',
    rule: kubernetesSchemas,
    planted: [
      [deployment, 'readinessProbe:', 'readyProbe:'],
      [deployment, 'periodSeconds: 3', 'periodSeconds: 3s'],
      [deployment, '  selector:\n    matchLabels: { app.kubernetes.io/name: portcullis }\n', ''],
      [kubernetes('autoscaler'), 'autoscaling/v2', 'autoscaling/v1'],
      [kubernetes('disruption-budget'), 'maxUnavailable', 'maxUnavailible'],
      [kubernetes('config'), '"9090"', '9090'],
      [kubernetes('ingress'), 'pathType: Prefix', 'pathType: 1'],
      [kubernetes('ingress'), 'ingressClassName', 'ingressClass'],
      [kubernetes('network-policy'), 'policyTypes: [Ingress, Egress]', 'policyTypes: all'],
      [kubernetes('network-policy'), 'namespaceSelector', 'namespaceSelectors'],
    ],
  },
  {
    title: 'compose.yaml fits the Compose Specification',
    rule: composeSchemaRule,
    planted: [
      [compose, 'shm_size', 'shmsize'],
      [compose, 'healthcheck: { disable: true }', 'healthcheck: true'],
      [compose, 'condition: service_healthy', 'when: service_healthy'],
    ],
  },
  {
    title: 'the Dockerfile leaves a linter nothing to say',
    rule: dockerfileLint,
    planted: [
      [docker, 'WORKDIR /build', 'WORKDIR build'],
      [docker, '--retries=3', '--retry=3'],
      [docker, 'USER 1000', 'USR 1000'],
      [docker, 'AS build', 'IS build'],
    ],
  },
  {
    title: 'what is copied into the image is there',
    rule: copies,
    planted: [
      [docker, 'COPY package.json', 'COPY npm-shrinkwrap.json'],
      [docker, 'pnpm-lock.yaml', 'README.md'],
      ['.dockerignore', '!packages', '!modules'],
      ['.dockerignore', '*\n', ''],
    ],
  },
  {
    title: 'Node is run, without a shell, on the program of the package',
    rule: program,
    planted: [
      [docker, '["node", "--enable-source-maps", "dist/src/cli.js"]', 'node --enable-source-maps dist/src/cli.js'],
      [docker, '"dist/src/cli.js"', '"apps/server/dist/src/cli.js"'],
      [docker, 'CMD ["node", "-e"', 'CMD ["curl"'],
      [unit, 'dist/src/cli.js start', 'dist/src/main.js'],
    ],
  },
  {
    title: 'nothing runs as root, writes to its image or takes all memory',
    rule: confinement,
    planted: [
      [docker, 'USER 1000', 'USER 0'],
      [docker, 'USER 1000', 'USER node'],
      [deployment, 'runAsNonRoot: true', 'runAsNonRoot: false'],
      [deployment, 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
      [deployment, 'allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true'],
      [deployment, 'drop: [ALL]', 'drop: [NET_RAW]'],
      [deployment, ', memory: 2Gi', ''],
    ],
  },
  {
    title: 'a server has the memory that its code may take, and every container a limit',
    rule: memory,
    planted: [
      [deployment, 'memory: 2Gi', 'memory: 1Gi'],
      [kubernetes('migrate'), 'limits: { memory: 512Mi }', 'limits: { cpu: "1" }'],
      [compose, 'mem_limit: 2g', 'mem_limit: 1g'],
      [compose, '    mem_limit: 128m\n', ''],
    ],
  },
  {
    title: 'images of others name one release',
    rule: versions,
    planted: [
      [docker, 'node:24.11.1-bookworm-slim', 'node:24-bookworm-slim'],
      [docker, 'node:24.11.1-bookworm-slim', 'node:lts'],
      [compose, 'redis:8.2.2', 'redis:8.2'],
      [compose, 'postgres:18.1', 'postgres:18'],
      [compose, 'nginx:1.28.0', 'nginx:latest'],
    ],
  },
  {
    title: 'the kustomization lists what is applied, in the version that is there',
    rule: kustomizationRule,
    planted: [
      [kubernetes('kustomization'), '  - ingress.yaml\n', ''],
      [kubernetes('kustomization'), 'service.yaml', 'services.yaml'],
      [kubernetes('kustomization'), '  - config.yaml', '  - config.yaml\n  - secrets.example.yaml'],
      [kubernetes('kustomization'), 'newTag: 0.1.0', 'newTag: 0.0.9'],
      [kubernetes('kustomization'), 'newTag: 0.1.0', 'newTag: 0.1'],
      [kubernetes('kustomization'), 'resources:', 'resource:'],
      [kubernetes('kustomization'), 'v1beta1', 'v1'],
    ],
  },
  {
    title: 'proxies lead to the service, and let through the largest body',
    rule: ingress,
    planted: [
      [kubernetes('ingress'), 'proxy-body-size: 24m', 'proxy-body-size: 8m'],
      [kubernetes('ingress'), 'name: portcullis, port: { name: http', 'name: server, port: { name: http'],
      [kubernetes('ingress'), 'port: { name: http }', 'port: { name: web }'],
      [nginx, 'client_max_body_size 24m', 'client_max_body_size 1m'],
    ],
  },
  {
    title: 'each variable that is set is read',
    rule: variables,
    planted: [
      [docker, 'HOST=', 'LISTEN='],
      [compose, 'TRUST_PROXY', 'TRUSTED_PROXIES'],
      [kubernetes('config'), 'METRICS_HOST', 'METRIC_HOST'],
      [kubernetes('secrets.example'), 'REDIS_URL', 'VALKEY_URL'],
      [unit, 'Environment=NODE_ENV', 'Environment=NODE_ENVIRONMENT'],
    ],
  },
  {
    title: 'the service takes the values that are set',
    rule: values,
    planted: [
      [compose, 'redis://redis', 'redis'],
      [compose, '    JWT_SECRET: ${JWT_SECRET:?}\n', ''],
      [kubernetes('config'), 'SHUTDOWN_GRACE: 10s', 'SHUTDOWN_GRACE: 10'],
      [kubernetes('secrets.example'), '  JWT_SECRET: CHANGE-ME\n', ''],
    ],
  },
  {
    title: 'no secret is given, so nothing starts with one that is known',
    rule: secrets,
    planted: [
      [compose, '${JWT_SECRET:?}', 'a secret that everybody who reads this file knows'],
      [compose, '${SERVICE_PASSWORD:?}@', 'portcullis@'],
      [kubernetes('secrets.example'), 'portcullis:CHANGE-ME@', 'portcullis:portcullis@'],
      [kubernetes('secrets.example'), 'JWT_SECRET: CHANGE-ME', `JWT_SECRET: ${'CHANGE-ME'.repeat(4)}`],
    ],
  },
  {
    title: 'ports agree',
    rule: ports,
    planted: [
      [docker, 'EXPOSE 3000', 'EXPOSE 8080'],
      [nginx, 'server-2:3000', 'server-2:3001'],
      [compose, '127.0.0.1:8080:8080', '127.0.0.1:8080:80'],
      [deployment, 'containerPort: 3000', 'containerPort: 8080'],
      [kubernetes('config'), 'METRICS_PORT: "9090"', 'METRICS_PORT: "9100"'],
      [kubernetes('service'), 'targetPort: http', 'targetPort: web'],
      [deployment, 'port: http', 'port: health'],
      [kubernetes('network-policy'), 'port: metrics', 'port: prometheus'],
    ],
  },
  {
    title: 'probes ask routes that there are',
    rule: routes,
    planted: [
      [docker, '/api/health/live', '/api/healthz'],
      [compose, '/api/health/ready', '/api/ready'],
      [deployment, '/api/health/ready', '/api/health/readiness'],
      [deployment, 'startupProbe', 'firstProbe'],
    ],
  },
  {
    title: 'a server has the time it takes to stop',
    rule: stops,
    planted: [
      [deployment, 'terminationGracePeriodSeconds: 20', 'terminationGracePeriodSeconds: 15'],
      [kubernetes('config'), 'SHUTDOWN_GRACE: 10s', 'SHUTDOWN_GRACE: 5s'],
      [compose, 'TRUST_PROXY: 1', 'SHUTDOWN_GRACE: 5s'],
      [compose, '  server-2: *server', '  server-2: { <<: *server, stop_grace_period: 5s }'],
      [unit, 'TimeoutStopSec=20', 'TimeoutStopSec=5'],
    ],
  },
  {
    title: 'what is called by a name is there under it',
    rule: names,
    planted: [
      [deployment, 'portcullis:0.1.0', 'portcullis:0.0.9'],
      [kubernetes('migrate'), 'portcullis:0.1.0', 'portcullis:latest'],
      [deployment, 'configMapRef: { name: portcullis }', 'configMapRef: { name: settings }'],
      [kubernetes('migrate'), 'name: portcullis-owner', 'name: owner'],
      [kubernetes('service'), 'app.kubernetes.io/name', 'app'],
      [kubernetes('disruption-budget'), 'app.kubernetes.io/name', 'app'],
      [kubernetes('network-policy'), 'app.kubernetes.io/name', 'app'],
      [kubernetes('autoscaler'), 'kind: Deployment, name: portcullis', 'kind: Deployment, name: server'],
      [compose, 'migrate: { condition', 'migration: { condition'],
      [compose, './deploy/nginx/portcullis.conf', './deploy/nginx.conf'],
      [compose, '  server-2: *server', '  server-b: *server'],
    ],
  },
];
