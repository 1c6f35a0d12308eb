import type { TextFile } from '../architecture/files.ts';
import { compose, dockerfile, isThere, pods, textOf } from './parts.ts';
import type { DeploymentRule } from './schemas.ts';

const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** What may get into an image, by .dockerignore. */
const allowed = (files: readonly TextFile[]): readonly string[] =>
  lines(textOf(files, '.dockerignore'))
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

/** What is copied is there, and is let in; nothing else is. */
export const copies: DeploymentRule = (files) => {
  const sources = dockerfile(files)
    .getCOPYs()
    .filter((copy) => copy.getFromFlag() === null)
    .flatMap((copy) => copy.getArguments().slice(0, -1))
    .map((argument) => argument.getValue());
  return [
    ...(lines(textOf(files, '.dockerignore'))[0] === '*' ? [] : ['.dockerignore does not begin with *']),
    ...allowed(files).flatMap((path) => (isThere(path) ? [] : [`.dockerignore lets in ${path}, which is not there`])),
    ...sources.flatMap((path) =>
      path === '.' || (isThere(path) && allowed(files).includes(path)) ? [] : [`${path} cannot be copied`],
    ),
  ];
};

/** The words of an instruction in exec form; none where a shell would run it. */
const words = (text: string): readonly string[] => {
  const form: readonly string[] = text.startsWith('[') ? JSON.parse(text) : [];
  return form;
};

/** The program is Node itself, so that signals reach it, and is the one that the package names. */
export const program: DeploymentRule = (files) => {
  const argumentsOf = (keyword: string) =>
    words(
      dockerfile(files)
        .getInstructions()
        .find((each) => each.getKeyword() === keyword)
        ?.getArgumentsContent() ?? '',
    );
  const { bin }: { bin: { portcullis: string } } = JSON.parse(textOf(files, 'apps/server/package.json'));
  const wanted = `node --enable-source-maps ${bin.portcullis.slice('./'.length)} start`;
  const image = [...argumentsOf('ENTRYPOINT'), ...argumentsOf('CMD')].join(' ');
  const unit = /ExecStart=\/usr\/bin\/(.*)/.exec(textOf(files, 'deploy/systemd/portcullis.service'))?.[1];
  const [check] = dockerfile(files).getHEALTHCHECKs();
  return [
    ...(image === wanted ? [] : [`the image runs '${image}', not '${wanted}'`]),
    ...(unit === wanted ? [] : [`systemd runs '${unit}', not '${wanted}'`]),
    ...(/CMD \["node", /.test(check?.getTextContent() ?? '') ? [] : ['the image does not say how it is']),
  ];
};

const needsRoot = (user: string | null | undefined): boolean => !/^[1-9]\d*$/.test(user ?? '');

/** What answers strangers can do as little as possible. */
export const confinement: DeploymentRule = (files) => {
  const users = dockerfile(files)
    .getInstructions()
    .filter((each) => each.getKeyword() === 'USER');
  return [
    ...(needsRoot(users.at(-1)?.getArgumentsContent()) ? ['the image runs as root, or as nobody knows whom'] : []),
    ...pods(files).flatMap(({ name, pod }) =>
      pod.containers.flatMap(({ securityContext: context, resources }) => [
        ...(pod.securityContext?.runAsNonRoot === true ? [] : [`${name}: may be root`]),
        ...(context?.readOnlyRootFilesystem === true ? [] : [`${name}: may write`]),
        ...(context?.allowPrivilegeEscalation === false ? [] : [`${name}: may become root`]),
        ...(context?.capabilities?.drop?.join() === 'ALL' ? [] : [`${name}: keeps capabilities`]),
        ...(resources?.requests?.['memory'] !== undefined && resources.limits?.['memory'] !== undefined
          ? []
          : [`${name}: takes what memory there is`]),
      ]),
    ),
  ];
};

/** A digest, or a tag that names one release: PostgreSQL numbers its releases by two numbers, the others by three. */
const isExact = (image: string): boolean =>
  /@sha256:[0-9a-f]{64}$/.test(image) ||
  (image.startsWith('postgres:') ? /:\d+\.\d+(?:-[\w.-]+)?$/ : /:\d+\.\d+\.\d+(?:-[\w.-]+)?$/).test(image);

/** Images of others name one release, so that a build of today and one of next month are the same. */
export const versions: DeploymentRule = (files) =>
  [
    ...dockerfile(files)
      .getFROMs()
      .map((from) => from.getImage() ?? ''),
    ...Object.values(compose(files).services)
      .filter(({ build }) => build === undefined)
      .map(({ image }) => image),
  ].flatMap((image) => (isExact(image) ? [] : [`${image} does not name one release`]));
