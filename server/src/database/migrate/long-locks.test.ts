import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLongLocks } from './long-locks.ts'
import { migrationNames } from './migrate.ts'

// The first is the schema, whose tables have no rows yet.
test.each((await migrationNames()).slice(1).map((name) => [name]))('%s locks no table for long', async (name) => {
  expect(findLongLocks(await readFile(join(import.meta.dirname, '..', 'migrations', name), 'utf8'))).toEqual([])
})

test.each([
  'create index orders_by_x on orders (x)',
  'CREATE UNIQUE INDEX x\n  ON orders (x)',
  'drop index orders_by_date',
  'alter table orders alter column quantity type bigint',
  'alter table orders alter quantity set data type bigint',
  'alter table orders alter column email set not null',
  'alter table orders add column weight numeric not null',
  'alter table orders add weight numeric not null',
  'alter table orders add column key uuid default gen_random_uuid()',
  'alter table orders add column total numeric generated always as (quantity * 2) stored',
  'alter table orders add constraint positive check (quantity > 0)',
  'alter table orders add foreign key (client_code) references clients',
  'alter table orders add column carrier text references carriers',
  'alter table orders add column weight int check (weight >= 0)',
  'alter table orders add constraint once unique (email)',
  'alter table orders rename column email to mail',
  'alter table orders rename to purchases',
  "update orders set email = ''",
  'delete from orders',
  'truncate orders',
  'lock table orders',
  'vacuum full orders',
])('%s is reported', (sql) => {
  expect(findLongLocks(`-- a comment; with a semicolon\nselect 1;\n${sql};`)).toHaveLength(1)
})

test.each([
  'create index concurrently orders_by_x on orders (x)',
  'create table parcels (a int not null check (a > 0) references orders); create index parcels_by_a on parcels (a)',
  'create table parcels (a int); alter table parcels add constraint b check (a > 0); update parcels set a = 1',
  'alter table orders add column weight numeric',
  "alter table orders add column note text not null default ''",
  'alter table orders add constraint positive check (quantity > 0) not valid',
  'alter table orders validate constraint positive',
  'alter table orders add constraint once unique using index orders_once',
  "update orders set email = '' where client_code = 'A'",
  'alter table orders enable row level security',
  'create policy own_clients on orders using (true)',
  'grant select on orders to despatch_app',
  "do $$ begin execute 'create index x on orders (x)'; end $$",
])('%s is accepted', (sql) => {
  expect(findLongLocks(sql)).toEqual([])
})
