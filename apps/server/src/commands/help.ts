import type { Variable, Variables } from '../config/variable.ts';
import { variables } from '../config/variables.ts';

/** Returns the section 'Examples' for the help text of a command. */
export const examples = (...lines: readonly string[]): string =>
  ['\nExamples:', ...lines.map((line) => `  $ ${line}`)].join('\n');

const indent = ' '.repeat(4);
const width = 100;

/** Returns the section 'Variables' of the help text, with the variables of further modules. */
export const variablesHelp = (modules: readonly { readonly variables?: Variables }[] = []): string =>
  [
    '\nVariables:',
    ...[{ variables }, ...modules].flatMap((each) => Object.values(each.variables ?? {}).map(entryOf)),
  ].join('\n');

function entryOf({ name, default: text, shownDefault = text || 'unset', needs, help }: Variable): string {
  const plain = help.replaceAll(/\[[^\]]*\]\(([^)]*)\)/g, '$1').replaceAll('`', '');
  const lines = [''];
  for (const word of `${plain}${needs === undefined ? '' : `; needs ${needs.names.join(' and ')}`}`.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return [`  ${name} (${shownDefault})`, ...lines.map((line) => indent + line)].join('\n');
}
