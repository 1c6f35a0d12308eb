import { isList } from '../../forms/values.ts';
import { InvalidInput } from '../../parts/load.tsx';
import type { ModuleResource } from '../../resources/modules.ts';
import { profile } from '../../session/session.ts';
import type { Entry, EntryValue } from './values.ts';

type Values = Readonly<Record<string, EntryValue | undefined>>;

/** Returns values as rules get them: times are dates, and a new entry has what the service fills in. */
function ruleValues({ fields }: ModuleResource, values: Values, isNew: boolean): Values {
  const now = new Date();
  return Object.fromEntries(
    fields.map(({ value: name, type, isFilled }) => {
      const value = values[name] ?? null;
      if (value === null && isFilled && isNew) {
        if (type === 'time') return [name, now];
        return [name, type === 'date' ? now.toISOString().slice(0, 10) : (profile.value?.id ?? null)];
      }
      return [name, type === 'time' && typeof value === 'string' ? new Date(value) : value];
    }),
  );
}

type FieldError = InvalidInput['further'][number];

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'field' in value && 'message' in value;

type Rule = (draft: Values, stored: Values | undefined) => unknown;

const isRule = (value: unknown): value is Rule => typeof value === 'function';

/** Loads the rules of a form, which the service serves as a file of the console. */
async function rulesIn(path: string): Promise<readonly Rule[]> {
  try {
    const { default: rules }: { readonly default?: unknown } = await import(path);
    return isList(rules) ? rules.filter(isRule) : [];
  } catch {
    return [];
  }
}

/** Returns the errors of a rule. A rule that cannot run here is left to the service, which runs all rules. */
function errorsOf(rule: Rule, ...values: Parameters<Rule>): readonly FieldError[] {
  try {
    const found = rule(...values);
    return isList(found) ? found.filter(isFieldError) : [];
  } catch {
    return [];
  }
}

/**
 * Checks values by the rules that need nothing else, before they are sent.
 * @param entry the stored entry; undefined if it is new
 * @throws {InvalidInput} with the errors of all fields
 */
export async function requireRules(resource: ModuleResource, values: Values, entry?: Entry): Promise<void> {
  if (resource.rules === null) return;
  const stored = entry && { ...entry, ...ruleValues(resource, entry, false) };
  const draft = { ...stored, ...ruleValues(resource, values, entry === undefined) };
  const [first, ...further] = (await rulesIn(resource.rules)).flatMap((rule) => errorsOf(rule, draft, stored));
  if (first !== undefined) throw new InvalidInput(first.field, first.message, further);
}
