#!/bin/sh
# Makes a certificate authority, unless there is one in this folder, and a key with a certificate for each machine.
#   make-certificates.sh db.receipts.example pg-1.internal pg-2.internal pg-3.internal
# The first name is that by which the service reaches the primary, so that every machine may answer to it.
set -eu
umask 077

primary=$1
shift
days=3650

if [ ! -e ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days "$days" \
    -subj "/CN=Sealslip PostgreSQL" -addext "keyUsage=critical,keyCertSign,cRLSign" -keyout ca.key -out ca.crt
fi

for machine in "$@"; do
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$machine" \
    -keyout "$machine.key" -out request.pem
  cat > extensions.txt <<END
subjectAltName = DNS:$machine, DNS:$primary
extendedKeyUsage = serverAuth, clientAuth
basicConstraints = CA:FALSE
authorityKeyIdentifier = keyid
END
  openssl x509 -req -in request.pem -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" \
    -extfile extensions.txt -out "$machine.crt"
  rm request.pem extensions.txt
done
