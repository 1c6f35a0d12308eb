import type { TextFile } from '../architecture/files.ts';
import { dockerfile, exists, textOf } from './parts.ts';
import type { DeploymentRule } from './schemas.ts';

const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Returns the paths that .dockerignore allows. */
const allowed = (files: readonly TextFile[]): readonly string[] =>
  lines(textOf(files, '.dockerignore'))
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

/**
 * .dockerignore begins with `*`, and allows only paths that exist. Each path that the Dockerfile copies from the
 * repository is one of the allowed paths, or `.`, which means all allowed paths.
 */
export const copies: DeploymentRule = (files) => {
  const sources = dockerfile(files)
    .getCOPYs()
    .filter((copy) => copy.getFromFlag() === null)
    .flatMap((copy) => copy.getArguments().slice(0, -1))
    .map((argument) => argument.getValue());
  return [
    ...(lines(textOf(files, '.dockerignore'))[0] === '*' ? [] : ['.dockerignore does not begin with *']),
    ...allowed(files).flatMap((path) => (exists(path) ? [] : [`.dockerignore allows the missing ${path}`])),
    ...sources.flatMap((path) =>
      path === '.' || (exists(path) && allowed(files).includes(path)) ? [] : [`${path} cannot be copied`],
    ),
  ];
};

/** Returns the words of an instruction in exec form; empty for the shell form. */
const words = (text: string): readonly string[] => {
  const form: readonly string[] = text.startsWith('[') ? JSON.parse(text) : [];
  return form;
};

/**
 * The image and the systemd unit run the program of the package without a shell, so that the program receives signals.
 */
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
  return [
    ...(image === wanted ? [] : [`the image runs '${image}', not '${wanted}'`]),
    ...(unit === wanted ? [] : [`systemd runs '${unit}', not '${wanted}'`]),
  ];
};
