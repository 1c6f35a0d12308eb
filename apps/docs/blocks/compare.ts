/** Returns the pattern of a text in which the amount of white space does not count. */
const patternOf = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+');

/** Whether a text has a form in which `…` stands for any text. */
function hasForm(form: string, text: string): boolean {
  return new RegExp(form.split('…').map(patternOf).join('[\\s\\S]*?')).test(text);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the places at which a value differs from an example. Objects have the same keys, lists have values like the
 * first value of the example, and other values have the same type.
 */
function differences(example: unknown, value: unknown, path = '$'): readonly string[] {
  if (Array.isArray(example)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.length === 0 && example.length > 0
      ? [`${path} is empty`]
      : differences(example[0], value[0], `${path}[0]`);
  }
  if (isObject(example)) {
    if (!isObject(value)) return [`${path} is no object`];
    const missing = Object.keys(example).filter((key) => !(key in value));
    const additional = Object.keys(value).filter((key) => !(key in example));
    return [
      ...missing.map((key) => `${path}.${key} is missing`),
      ...additional.map((key) => `${path}.${key} is not in the example`),
      ...Object.keys(example).flatMap((key) =>
        key in value ? differences(example[key], value[key], `${path}.${key}`) : [],
      ),
    ];
  }
  if (example === null || value === null) return example === value ? [] : [`${path} is ${JSON.stringify(value)}`];
  return typeof example === typeof value ? [] : [`${path} is ${JSON.stringify(value)}`];
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns what an output lacks that an example promises. JSON is compared by its form, and other text line by line. */
export function missingFrom(output: string, example: string): readonly string[] {
  const promised = parsed(example);
  if (promised !== undefined) {
    const [json = ''] = /[{[][\s\S]*[}\]]/.exec(output) ?? [];
    return differences(promised, parsed(json));
  }
  return example.split('\n').filter((line) => !hasForm(line.trim(), output));
}

interface LogLine {
  readonly msg?: string;
}

const linesOf = (text: string): readonly LogLine[] =>
  text.split('\n').flatMap((line) => {
    const value = parsed(line);
    return isObject(value) ? [value] : [];
  });

/**
 * Compares lines of a log with examples that have the same message.
 * @returns the differences, and the messages of the examples that the log does not contain
 */
export function compareLogs(
  log: string,
  examples: string,
): { readonly wrong: readonly string[]; readonly unseen: readonly string[] } {
  const lines = linesOf(log);
  const wrong: string[] = [];
  const unseen: string[] = [];
  for (const example of linesOf(examples)) {
    const alike = lines.filter(({ msg }) => msg !== undefined && hasForm(example.msg ?? '', msg));
    if (alike.length === 0) unseen.push(example.msg ?? '');
    const results = alike.map((line) => differences(example, line));
    if (results.length > 0 && results.every((each) => each.length > 0)) wrong.push(...(results[0] ?? []));
  }
  return { wrong, unseen };
}

/**
 * Returns what is wrong with the statuses that the commands of a block have reported: the last ones are those that comments
 * such as `# 401` promise, and the others are no errors.
 */
export function wrongStatuses(commands: string, output: string): readonly string[] {
  const promised = [...commands.matchAll(/# ([1-5]\d\d)\b/g)].map(([, status]) => status);
  const statuses = [...output.matchAll(/<status (\d{3})>/g)].map(([, status]) => status);
  const others = statuses.slice(0, statuses.length - promised.length);
  const last = statuses.slice(statuses.length - promised.length);
  const errors = others.filter((status = '') => status >= '400').map((status) => `a status is ${status}`);
  return last.join() === promised.join()
    ? errors
    : [...errors, `the statuses ${last.join()} are not ${promised.join()}`];
}
