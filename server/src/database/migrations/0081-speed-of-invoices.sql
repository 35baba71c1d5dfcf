-- It runs once for an invoice: compiling it takes longer than running it.
alter function refresh_invoice(bigint) set jit = off;
