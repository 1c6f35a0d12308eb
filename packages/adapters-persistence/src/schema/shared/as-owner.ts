/**
 * Makes a function run with the rights of its owner, so that the role of the service needs no right to delete records or
 * to create tables. The search path is fixed, so that nobody can make the function use other objects.
 * @param signature the name and the parameter types, such as `number_events(integer)`
 */
export const runAsOwner = (signature: string): string => `
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION ${signature} SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
`;
