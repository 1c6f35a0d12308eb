import type { TextFile } from '../architecture/files.ts';
import { dockerfile, isThere, textOf } from './parts.ts';
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
  return [
    ...(image === wanted ? [] : [`the image runs '${image}', not '${wanted}'`]),
    ...(unit === wanted ? [] : [`systemd runs '${unit}', not '${wanted}'`]),
  ];
};
