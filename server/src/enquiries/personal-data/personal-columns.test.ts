import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** Columns that may contain personal data, with what `erase_orders` in the database does to them. */
const PERSONAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orders: {
    customer_first_name: 'emptied',
    customer_last_name: 'replaced by Erased',
    customer_account: 'emptied',
    email: 'emptied',
    phone: 'emptied',
    address_line_1: 'replaced by Erased',
    address_line_2: 'emptied',
    address_line_3: 'emptied',
    address_line_4: 'emptied',
    post_code: 'its district stays',
  },
  order_search: { words: 'kept again by its trigger' },
  order_history: { note: 'what someone wrote is replaced', changes: 'before and after are replaced' },
  order_receipts: { before: 'emptied', message: 'replaced where it names the person' },
  order_notes: { note: 'replaced' },
  order_tags: { tag: 'deleted where it names the person' },
  work_counts: { value: 'a tag that no order has goes with its counts, as they are folded' },
  work_deltas: { value: 'the same' },
  consignments: { by_hand: 'its reason is replaced' },
  delivery_events: { description: 'emptied', location: 'emptied' },
  event_code_counts: { description: 'emptied where it names the person' },
  return_events: { note: 'emptied', customer_account: 'emptied', condition: 'emptied where it names the person' },
  announced_returns: { review_reason: 'replaced' },
  announced_lines: { comment: 'emptied' },
  return_steps: { reason: 'replaced' },
  return_photos: { bytes: 'deleted' },
  shopper_drafts: { asked: 'deleted', answer: 'deleted', options: 'deleted' },
  mails: { recipient: 'deleted', subject: 'deleted', body: 'deleted' },
  claim_events: { text: 'messages are replaced, and what names the person' },
  claim_files: { name: 'deleted', bytes: 'deleted' },
  stock_reservations: {
    note: 'replaced',
    customer_account: 'stays: an account that goods are held for, not a shopper',
  },
  stock_reservation_history: { note: 'replaced where it names the person' },
  invoice_details: { postcode: 'its district stays' },
  audit: {
    object: 'holds references alone',
    before: 'masked; emptied where free text names the person',
    after: 'the same',
  },
  idempotency_keys: { answer: 'deleted where it names the person' },
  export_jobs: { input: 'files of the person’s data are deleted' },
  export_pieces: { bytes: 'the same; other files go within 26 hours' },
  saved_views: { name: 'deleted where it names the person', search: 'the same' },
}

/** Columns without personal data, by reason. A table name alone covers all its columns. */
const NOT_PERSONAL: Readonly<Record<string, readonly string[]>> = {
  'Of staff and their sessions, who are administered by Manage Users': [
    'users',
    'former_users',
    'sessions',
    'known_devices',
    'known_networks',
    'recovery_codes',
    'sign_in_steps',
    'sign_in_failures',
    'password_links',
    'user_clients',
    'user_notices',
    'table_layouts',
    'work_progress',
    'saved_views.table_name layout shared_with',
    'report_subscriptions',
    'report_sendings',
    'report_sent_files',
    'api_keys',
    'order_assignees',
    'audit.act by_name request_id record',
    'order_tags.added_by',
    'claim_files.added_by',
    'order_notes.by_name mentions',
    'claim_events.by_name what',
    'return_steps.by_name step',
    'order_history.by_name act',
    'orders.created_by',
    'consignments.by_name',
    'announced_returns.by_name reviewed_by',
  ],
  'What the operator and its clients set up': [
    'clients',
    'client_despatch_times',
    'client_settings',
    'roles',
    'addresses',
    'regions',
    'outcodes',
    'allocation_codes',
    'default_allocation_codes',
    'column_mappings',
    'webhooks',
    'carrier_event_codes',
    'carrier_cut_offs',
    'carrier_stops',
    'carrier_targets',
    'claim_terms',
    'rule_books',
    'rule_book_heads',
    'rule_book_items',
    'returns_books',
    'returns_book_heads',
    'returns_book_items',
    'returns_book_drafts',
    'shoppers_pages',
    'return_labels',
    'what_ifs',
    'return_tries',
    'skus',
    'sku_components',
    'former_boxes',
    'invoice_layouts',
    'invoice_tolerances',
    'invoice_agreed',
    'invoice_agreements_before',
    'invoice_rates',
    'invoice_divisors',
    'invoice_zones',
    'invoice_ledger_accounts',
    'invoice_dispute_terms',
    'invoice_service_names',
    'invoice_accounts',
    'invoice_account_clients',
    'invoice_account_currencies',
  ],
  'References, states, codes and counts': [
    'orders.status source dispatch_service country currency_code suspended_for case_twin',
    'order_history.status',
    'order_receipts.action outcome short_of status_before suspended_for_before',
    'order_lines',
    'order_counters',
    'order_commands',
    'parcels',
    'parcel_contents',
    'delivery_events.carrier code state reason',
    'event_code_counts.carrier code',
    'return_events.state reason_code tracking_number source told_reference',
    'return_lines',
    'return_mails',
    'announced_returns.announced_key channel state review exchange exchange_order saw parcels',
    'announced_lines.reason_code resolution answer text destination',
    'return_steps.pieces',
    'return_photos.token_hash',
    'shopper_drafts.token_hash network_hash',
    'consignments.state consignment usage_seen conflict carrier client_method_id why cause_key passed_over',
    'capacity_usage',
    'what_if_moves',
    'claims',
    'claim_hints',
    'claim_candidates',
    'claim_settlements',
    'claim_files.type',
    'stock_reservations.purpose held_by amended_by ended_as code',
    'stock_reservation_history.by_name act',
    'stock_reservation_draws',
    'stock_balances',
    'stock_counts',
    'stock_deltas',
    'sku_stock',
    'stock_levels',
    'stock_movements',
    'stock_remains',
    'sku_activity',
    'sku_activity_counted',
    'idempotency_keys.key call request_hash',
    'export_jobs.client_codes report file_name format status error manifest',
    'export_pieces.part',
    'power_bi_exports',
    'feed_run_orders',
    'figures_to_fill',
    'mails.shopper_of refused_with',
    'schema_migrations',
    'schema_definitions',
    // Error messages of the database or the code, without values of rows.
    'job_runs',
  ],
  'A payload holds numbers and states alone; what a receiver answers to them is its own': [
    'webhook_deliveries',
    'webhook_attempts',
  ],
  'Which file was fed, and the rules by which rows were refused, without the rows': ['feed_runs'],
  'Sums by day': [
    'stale_days',
    'work_counts.facet',
    'work_deltas.facet',
    'work_order_deltas',
    'order_facts',
    'parcel_facts',
    'parcel_region_facts',
    'parcel_region_months',
    'return_facts',
    'exception_facts',
    'billing_days',
    'billing_days_changed',
  ],
  'Carriers’ invoices as they came: records of account that the law has kept for six years': [
    'invoice_files',
    'invoice_file_pieces',
    'invoices',
    'invoice_accruals',
    'invoice_differences',
    'invoice_details.status consignment_number order_references leg service country verdict causes reasons reason decided_by',
    'invoice_parcels',
    'invoice_credits',
    'invoice_disputes',
    'invoice_dispute_events',
    'invoice_dispute_parts',
    'invoice_dispute_shares',
    'invoice_matches',
    'invoice_posting_lines',
    'invoice_postings',
    'invoice_receipts',
    'invoice_settlements',
    'invoice_sums',
  ],
  'Erasure log, without the person': ['erasures', 'erased_orders'],
}

/** Columns that name the owner of a row, in every table. */
const KEYS = ['client_code', 'order_number', 'sku_code', 'return_reference', 'tracking_number']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const texts = async () =>
  (
    await database.asOwner(`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and udt_name in ('text', 'varchar', 'jsonb', 'json', 'bytea', 'tsvector', '_text', 'xml', 'hstore', 'inet')`)
  ).map(({ name }) => String(name))

const isNot = Object.values(NOT_PERSONAL)
  .flat()
  .flatMap((entry) => {
    const [table = '', columns] = entry.split('.')
    return columns === undefined ? [`${table}.*`] : columns.split(' ').map((column) => `${table}.${column}`)
  })
const is = Object.entries(PERSONAL).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
)

test('every text column is classified as personal, with its erasure, or not', async () => {
  const known = new Set([...isNot, ...is])
  const unknown = (await texts()).filter((name) => {
    const [table = '', column = ''] = name.split('.')
    return !known.has(name) && !known.has(`${table}.*`) && !KEYS.includes(column)
  })
  expect(unknown, 'Name each column in PERSONAL, and erase it in erase_orders, or in NOT_PERSONAL').toEqual([])
})

test('every classified column exists', async () => {
  const there = new Set(await texts())
  const tables = new Set([...there].map((name) => name.split('.')[0]))
  const others = [...isNot, ...is].filter((name) =>
    name.endsWith('.*') ? !tables.has(name.slice(0, -2)) : !there.has(name),
  )
  expect(others).toEqual([])
})
