/** The table of the routes that gateways protect, which has exactly one row. */
export const routeTable = `
CREATE TABLE route_table (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  routes jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO route_table DEFAULT VALUES;
`;
