import { sessionSettings, withTimeouts } from '@portcullis/adapters-persistence/internal/data-source';
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

/** The role that connects through PgBouncer has the parameters that the service otherwise sets for each connection. */
export const roleSettings: DeploymentRule = (files) => {
  const guide = textOf(files, 'docs/deployment.md').replaceAll("'", '').toLowerCase();
  return Object.entries(withTimeouts(sessionSettings('simple'))).flatMap(([name, value]) => {
    const statement = `alter role portcullis set ${name} = ${value};`.toLowerCase();
    return when(!guide.includes(statement), `docs/deployment.md: ${statement} is missing`);
  });
};
