import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { JsonSchema } from './json-schema.ts';

/** Query parameters as they were sent. */
export type SentParameters = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a field that several query parameters can determine. */
interface ReadParameters {
  /** Undefined if the parameters are missing, or if there are errors. */
  readonly value: unknown;
  readonly errors: readonly FieldError[];
  /** The names of the parameters that belong to the field. */
  readonly names: readonly string[];
}

/** What is known of a request whose query parameters are read. */
interface ParameterContext {
  /** Whether another field has a parameter with this name. */
  readonly isOther: (name: string) => boolean;
  /** Undefined for a visitor. */
  readonly callerId: UserId | undefined;
}

/** Whether a field of a request is checked. */
type Condition = (request: object, value: unknown) => boolean;

/** What a decorator declares about a field of a request class, beside the checks of class-validator. */
export interface FieldDeclaration {
  /** Keywords of JSON Schema that the API document shows. */
  readonly schema?: JsonSchema;
  /** Keywords for each item of a list. They are present if the checks apply to each item. */
  readonly items?: JsonSchema;
  /** The request class of each item of a list of objects. */
  readonly itemClass?: new () => object;
  /** A sentence for the API document about a check that JSON Schema cannot express. */
  readonly sentence?: string;
  /** Changes texts into the form in which they are stored and compared. */
  readonly normalise?: (text: string) => string;
  /** Whether the value consists of the query parameters that begin with the name of the field and a dot. */
  readonly isDotted?: true;
  /** The schemas of further parameters that belong to the field, by their names, for the API document. */
  readonly parameters?: Readonly<Record<string, JsonSchema>>;
  /** Reads and checks the value of the field from all query parameters. */
  readonly readParameters?: (sent: SentParameters, context: ParameterContext) => ReadParameters;
  /** Whether the decorator accepts every value. */
  readonly isUnchecked?: true;
  /** Another field of the request, and the value with which this field must be missing. */
  readonly absentWith?: readonly [field: string, value: unknown];
  readonly condition?: Condition;
}

interface NamedDeclaration extends FieldDeclaration {
  readonly name: string;
}

const ofClasses = new WeakMap<object, NamedDeclaration[]>();

/** Returns a decorator that applies the checks of class-validator and records what else it declares about a field. */
export const declares =
  (declaration: FieldDeclaration, ...checks: readonly PropertyDecorator[]): PropertyDecorator =>
  (prototype, property) => {
    for (const decorate of checks) decorate(prototype, property);
    const own = ofClasses.get(prototype.constructor) ?? [];
    own.push({ ...declaration, name: String(property) });
    ofClasses.set(prototype.constructor, own);
  };

/**
 * Returns the declarations of the fields of a request class, in the order in which class-validator checks them: those of
 * the class, and then those of its base classes. As in class-validator, the conditions that a class declares for a field
 * replace those of its base classes, and so do its checks.
 */
export function declarationsOf(requestClass: object): readonly NamedDeclaration[] {
  const own = ofClasses.get(requestClass) ?? [];
  const isReplaced = ({ name, condition }: NamedDeclaration): boolean =>
    own.some((each) => each.name === name && (each.condition === undefined) === (condition === undefined));
  return [...own, ...inheritedBy(requestClass).filter((each) => !isReplaced(each))];
}

function inheritedBy(requestClass: object): readonly NamedDeclaration[] {
  const base = Reflect.getPrototypeOf(requestClass);
  return base === null ? [] : [...inheritedBy(base), ...(ofClasses.get(base) ?? [])];
}
