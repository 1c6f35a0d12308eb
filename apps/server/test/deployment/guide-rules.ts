import { textOf } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

/** The parts of the Kubernetes guide that must follow one another. */
const steps = [
  'deploy/postgres/roles.sql',
  'apply -f secrets.yaml',
  'deploy/kubernetes/migrate.yaml',
  'deploy/postgres/restrict.sql',
  'apply -k deploy/kubernetes',
];

/** The commands of the Kubernetes guide set up the two database roles, in an order that works. */
export const kubernetesGuide: DeploymentRule = (files) => {
  const [, guide = ''] = textOf(files, 'docs/deployment.md').split('\n## Kubernetes\n');
  const commands = /^```sh\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '';
  const places = steps.map((step) => commands.indexOf(step));
  return steps.flatMap((step, index) =>
    when((places[index] ?? -1) <= (places[index - 1] ?? -1), `docs/deployment.md: ${step} is missing or too early`),
  );
};
