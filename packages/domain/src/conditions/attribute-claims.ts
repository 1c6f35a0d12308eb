import { storedValue, valueError, type Attributes, type AttributeValue } from './attribute-values.ts';
import type { AttributeDeclaration } from './user-attribute.ts';

/** An attribute of users that a claim of an identity provider fills. */
export interface AttributeClaim {
  /** The name of the attribute. */
  readonly attribute: string;
  /** The name of the claim, or names of nested claims with dots between them, such as `address.region`. */
  readonly claim: string;
}

type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null;

/** Returns the value of a claim; undefined if there is none. A claim whose name contains dots comes before nested ones. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isClaims(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}

/** The values from claims that can be stored, and the attributes whose claims cannot. */
export interface ClaimedAttributes {
  readonly values: Attributes;
  readonly leftOut: readonly string[];
}

/**
 * Divides the values from claims into those that fit the declarations and those that are left out, because the attribute
 * is not declared or the value does not fit. Attributes without a claim are in neither list.
 * @param claimed the values by attribute
 */
export function claimedAttributes(
  declarations: readonly AttributeDeclaration[],
  mapped: readonly AttributeClaim[],
  claimed: Claims,
): ClaimedAttributes {
  const values: Record<string, AttributeValue> = {};
  const leftOut: string[] = [];
  for (const { attribute } of mapped) {
    const declaration = declarations.find(({ name }) => name === attribute);
    if (!Object.hasOwn(claimed, attribute)) continue;
    const value = storedValue(claimed[attribute]);
    if (declaration !== undefined && fits(declaration, value)) values[attribute] = value;
    else leftOut.push(attribute);
  }
  return { values, leftOut };
}

const fits = (declaration: AttributeDeclaration, value: unknown): value is AttributeValue =>
  valueError(declaration, value) === undefined;
