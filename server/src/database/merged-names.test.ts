import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let on: TestDatabase
beforeAll(async () => {
  on = await createTestDatabase({ empty: true })
  await migrate({ ownerUrl: on.ownerUrl, upTo: '0047-delivery-events-to-rename.sql' })
})
afterAll(() => on.drop())

const order = (number: string, at: string, lines: readonly string[]) =>
  on
    .asOwner(
      `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
         quantity, item_count, total_value, currency_code, created_at, created_by)
       values ('ACME', $1, 'N', 'feed', $2, 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', $2, 'test')`,
      [number, at],
    )
    .then(() =>
      on.asOwner(
        `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
         select 'ACME', $1, nth, sku, 1, 1, 1 from unnest($2::text[]) with ordinality as l (sku, nth)`,
        [number, lines],
      ),
    )

test('SKUs that are two by case become the first written; orders stay two; both are listed once', async () => {
  await on.asOwner(`insert into clients (client_code, name) values ('ACME', 'Acme'), ('BIRCH', 'Birch')`)
  await on.asOwner(`insert into skus (client_code, sku_code, description, is_unknown, weight) values
    ('ACME', '85123A', '', true, null), ('ACME', '85123a', 'A heart', true, 500), ('ACME', 'mug', 'Mug', false, 1),
    ('ACME', 'MUG', 'MUG', true, 2), ('ACME', 'Box', '', false, null), ('ACME', 'BOX', '', true, null),
    ('ACME', 'one', '', false, null), ('BIRCH', 'ONE', '', false, null), ('ACME', 'Lamp', '', false, null),
    ('ACME', 'LAMP', '', true, null), ('ACME', 'lamp', '', true, null), ('ACME', 'LAmp', '', true, null)`)
  await on.asOwner(`insert into rule_book_heads (client_code, version) values ('ACME', 4), ('BIRCH', 1)`)
  await on.asOwner(`insert into rule_books (client_code, version, published_at, by_name, summary, changes)
    select 'ACME', v, now(), '', '', 1 from generate_series(1, 4) v union all select 'BIRCH', 1, now(), '', '', 1`)
  await on.asOwner(`insert into rule_book_items (client_code, kind, item_key, from_version, to_version, content) values
    ('ACME', 'multi-box-exception', 'LAMP', 2, null, '{"Same_Component_Carrier": "Y"}'),
    ('ACME', 'multi-box-exception', 'lamp', 2, null, '{"Same_Component_Carrier": "N"}'),
    ('ACME', 'multi-box-exception', 'LAmp', 1, 3, '{"Same_Component_Carrier": "N"}'),
    ('ACME', 'multi-box-exception', 'mug', 1, null, '{"Same_Component_Carrier": "N"}'),
    ('ACME', 'multi-box-exception', 'MUG', 4, null, '{"Same_Component_Carrier": "Y"}'),
    ('ACME', 'multi-box-exception', 'BOX', 1, null, '{"Same_Component_Carrier": "Y"}')`)
  await order('ACC-1', '2026-01-01', ['85123A', 'MUG', 'one'])
  await order('acc-1', '2026-01-02', ['85123a', '85123A'])
  await on.asOwner(`insert into sku_components (client_code, sku_code, component_code, quantity) values
    ('ACME', 'MUG', 'BOX', 2), ('ACME', 'one', 'Box', 1)`)
  await on.asOwner(`insert into stock_levels (client_code, sku_code, stock_on_hand, available_stock, as_of, received_at) values
    ('ACME', 'mug', 1, 1, '2026-01-01', now()), ('ACME', 'MUG', 5, 4, '2026-01-02', now())`)
  await on.asOwner(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
    values ('ACME', 'T1', 'DPD', 'acc-1', now(), now(), '2026-03-05')`)
  await on.asOwner(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity) values
    ('ACME', 'T1', '85123a', 1), ('ACME', 'T1', '85123A', 2)`)

  await migrate({ ownerUrl: on.ownerUrl })

  expect(await on.asOwner('select client_code || sku_code as sku, description, weight from skus order by 1')).toEqual([
    { sku: 'ACME85123A', description: 'A heart', weight: 500 },
    { sku: 'ACMEBox', description: '', weight: null },
    { sku: 'ACMELamp', description: '', weight: null },
    { sku: 'ACMEmug', description: 'Mug', weight: 1 },
    { sku: 'ACMEone', description: '', weight: null },
    { sku: 'BIRCHONE', description: '', weight: null },
  ])
  expect(
    await on.asOwner(
      `select order_number as of, array_agg(sku_code order by line_number) as lines from order_lines group by 1 order by 1`,
    ),
  ).toEqual([
    { of: 'ACC-1', lines: ['85123A', 'mug', 'one'] },
    { of: 'acc-1', lines: ['85123A', '85123A'] },
  ])
  expect(await on.asOwner('select sku_code, quantity from parcel_contents')).toEqual([
    { sku_code: '85123A', quantity: 3 },
  ])
  expect(await on.asOwner('select sku_code, stock_on_hand from stock_levels')).toEqual([
    { sku_code: 'mug', stock_on_hand: 5 },
  ])
  expect(await on.asOwner('select sku_code, component_code, quantity from sku_components order by 1')).toEqual([
    { sku_code: 'mug', component_code: 'Box', quantity: 2 },
    { sku_code: 'one', component_code: 'Box', quantity: 1 },
  ])
  expect(await on.asOwner('select order_number, case_twin from orders order by 1')).toEqual([
    { order_number: 'ACC-1', case_twin: null },
    { order_number: 'acc-1', case_twin: 'acc-1' },
  ])
  const inForce = `select item_key as sku, from_version as since, content ->> 'Same_Component_Carrier' as is
    from rule_book_items where to_version is null order by 1`
  expect(await on.asOwner(inForce)).toEqual([
    { sku: 'Box', since: 1, is: 'Y' },
    { sku: 'Lamp', since: 2, is: 'Y' },
    { sku: 'mug', since: 1, is: 'N' },
  ])
  expect(
    await on.asOwner('select item_key, from_version from rule_book_items where to_version = 5 order by 1'),
  ).toEqual([
    { item_key: 'MUG', from_version: 4 },
    { item_key: 'lamp', from_version: 2 },
  ])
  expect(await on.asOwner('select client_code, version from rule_book_heads order by 1')).toEqual([
    { client_code: 'ACME', version: 5 },
    { client_code: 'BIRCH', version: 1 },
  ])
  expect(await on.asOwner('select act, object, before, after from audit order by audit_id')).toEqual([
    { act: 'sku.merged', object: 'SKU 85123A', before: { SKU: '85123a' }, after: { SKU: '85123A', lines: 1 } },
    { act: 'sku.merged', object: 'SKU Box', before: { SKU: 'BOX' }, after: { SKU: 'Box', lines: 0 } },
    ...['LAMP', 'LAmp', 'lamp'].map((gone) => ({
      act: 'sku.merged',
      object: 'SKU Lamp',
      before: { SKU: gone },
      after: { SKU: 'Lamp', lines: 0 },
    })),
    { act: 'sku.merged', object: 'SKU mug', before: { SKU: 'MUG' }, after: { SKU: 'mug', lines: 1 } },
    {
      act: 'order.same-number',
      object: 'order acc-1',
      before: { orderNumber: 'ACC-1' },
      after: { orderNumber: 'acc-1' },
    },
  ])
  await expect(on.asOwner(`insert into skus (client_code, sku_code) values ('ACME', 'ONE')`)).rejects.toThrow(
    'skus_any_case',
  )
  await expect(order('Acc-1', '2026-01-03', [])).rejects.toThrow('orders_any_case')
})
