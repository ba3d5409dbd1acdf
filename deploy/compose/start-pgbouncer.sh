#!/bin/sh
# Writes the settings of PgBouncer, with the password of the environment, and runs it.
set -eu

umask 077
printf '"sealslip" "%s"\n' "$DATABASE_PASSWORD" > /tmp/users.txt
cat > /tmp/pgbouncer.ini <<'INI'
[databases]
sealslip = host=postgres port=5432
[pgbouncer]
listen_addr = *
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /tmp/users.txt
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 40
max_client_conn = 1000
ignore_startup_parameters = statement_timeout,options
server_login_retry = 1
INI
exec pgbouncer /tmp/pgbouncer.ini
