-- Who owns the tables, and whom the service connects as (docs/operations.md). Once, as a superuser, with psql, in the
-- database of the service; the passwords come from the environment.
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE portcullis_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE portcullis LOGIN PASSWORD :'service_password';
ALTER DATABASE :"DBNAME" OWNER TO portcullis_owner;
ALTER DEFAULT PRIVILEGES FOR ROLE portcullis_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO portcullis;
