#!/bin/sh
# The roles and the database of docs/operations.md, at the first start of an empty PostgreSQL.
set -eu

psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=owner_password="$DATABASE_OWNER_PASSWORD" --set=service_password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE sealslip_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE sealslip LOGIN PASSWORD :'service_password';
ALTER ROLE sealslip SET statement_timeout = '30s';
ALTER ROLE sealslip SET timezone = 'UTC';
CREATE DATABASE sealslip OWNER sealslip_owner;
GRANT CREATE ON DATABASE sealslip TO sealslip;
SQL
