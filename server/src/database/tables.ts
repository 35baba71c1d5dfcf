import type { TableLayout } from '@despatch/contract/sign-in/views'
import type { BookItem, BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import type { ClientCalendar } from '@despatch/domain/administration/clients/client-calendar'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DayColumn, Decimal, Instant } from './column-types.ts'
import type { AllocationTables } from './tables/allocation-tables.ts'
import type { DeliveryTables } from './tables/delivery-tables.ts'
import type { FigureTables } from './tables/figure-tables.ts'
import type { InvoiceTables } from './tables/invoice-tables.ts'
import type { ReturnsTables } from './tables/returns-tables.ts'
import type { SessionTables } from './tables/session-tables.ts'
import type { StockTables } from './tables/stock-tables.ts'

type OtherTables = AllocationTables &
  DeliveryTables &
  SessionTables &
  InvoiceTables &
  ReturnsTables &
  FigureTables &
  StockTables

/** The tables of schema/ and migrations/, as queries see them. */
export type Tables = OtherTables & {
  clients: {
    client_code: string
    name: string
    description: Generated<string>
    active: Generated<boolean>
    currency_code: Generated<string>
    children: JSONColumnType<{ childCode: string; childActive: boolean }[], string | undefined>
    mfa_required: Generated<boolean>
    /** null: the contract covers all entries. */
    menu_options: Generated<string[] | null>
    /** Reasons by entry. */
    disabled_objects: JSONColumnType<Record<string, string>, string | undefined>
    calendar: JSONColumnType<ClientCalendar, string | undefined>
    order_returns_enquiry: Generated<boolean>
    parcel_delivery_status: Generated<boolean>
    new_order_line: Generated<boolean>
    order_line_value: Generated<boolean>
    version: Generated<number>
    created_on: Generated<Date>
  }
  roles: {
    role_id: GeneratedAlways<number>
    code: string
    name: string
    role_type: RoleType
    is_internal: boolean
    permissions: JSONColumnType<PermissionTree>
    visibility: JSONColumnType<Record<string, unknown>, string | undefined>
    active: Generated<boolean>
    version: Generated<number>
    /** 'All_client' for a role that is no single client's. */
    client_code: Generated<string>
    mfa_required: Generated<boolean>
    created_on: Generated<Date>
  }
  users: {
    user_id: GeneratedAlways<number>
    username: string
    first_name: Generated<string>
    last_name: Generated<string>
    role_id: number
    password_hash: string
    is_temporary_password: Generated<boolean>
    active: Generated<boolean>
    last_login: Instant | null
    created_on: Generated<Date>
    email: Generated<string>
    phone_number: Generated<string>
    power_bi_username: Generated<string>
    domain_username: Generated<string>
    locked: Generated<boolean>
    version: Generated<number>
    /** Sealed. */
    otp_secret: Buffer | null
    otp_verified: Generated<boolean>
    otp_last_step: Generated<number>
    search_text: Generated<string>
  }
  recovery_codes: { user_id: number; code_hash: Buffer }
  saved_views: {
    view_id: GeneratedAlways<number>
    user_id: number
    table_name: string
    name: string
    search: string
    layout: JSONColumnType<TableLayout>
    shared_with: string | null
  }
  table_layouts: { user_id: number; table_name: string; layout: JSONColumnType<TableLayout> }
  user_clients: { user_id: number; client_code: string; position: Generated<number> }
  addresses: {
    address_id: GeneratedAlways<number>
    country: string
    postcode: string
    address_line_1: string
    address_line_2: Generated<string>
    address_line_3: Generated<string>
    address_line_4: Generated<string>
  }
  skus: {
    client_code: string
    sku_code: string
    description: Generated<string>
    unit_value: Generated<Decimal>
    is_unknown: Generated<boolean>
    /** Grams, millimetres, cubic centimetres; null is not known. */
    weight: number | null
    length: number | null
    volume: number | null
    /** Of its other two sides; `length` is the longest. */
    width: Generated<number | null>
    height: Generated<number | null>
    is_serial_numbered: Generated<boolean>
    categories: Generated<string[]>
  }
  sku_activity_counted: { client_code: string; counted_at: Instant }
  sku_components: { client_code: string; sku_code: string; component_code: string; quantity: number }
  rule_book_heads: { client_code: string; version: number }
  rule_books: {
    client_code: string
    version: number
    published_at: Instant
    user_id: number | null
    by_name: string
    summary: string
    brought_back: number | null
    changes: number
    note: Generated<string>
    warnings: Generated<string[]>
  }
  rule_book_items: {
    client_code: string
    kind: BookItemKind
    item_key: string
    from_version: number
    /** The first version without this item; null while it is in force. */
    to_version: number | null
    content: JSONColumnType<BookItem['content']>
    /** For a method: the first day on which its prices apply; null means every day. Unused for other items. */
    holds_from: string | null
  }
  regions: { region_id: number; code: string; name: string; part: string }
  outcodes: { outcode: string; region_id: number }
  orders: OrderTable
  order_lines: {
    client_code: string
    order_number: string
    line_number: number
    sku_code: string
    quantity: number
    unit_value: Decimal
    total_value: Decimal
  }
  order_history: {
    client_code: string
    order_number: string
    version: number
    at: Instant
    by_name: string
    act: string
    status: OrderStatus
    note: Generated<string>
    changes: Generated<unknown>
  }
  order_counters: { client_code: string; last_number: number }
  idempotency_keys: {
    /** '' for calls without a client. */
    client_code: string
    user_id: number
    key: string
    call: string
    request_hash: Buffer
    answer: unknown
    created_at: Instant
  }
  audit: {
    /** '' for acts without a client. */
    client_code: string
    audit_id: GeneratedAlways<number>
    at: Instant
    user_id: number | null
    by_name: string
    act: string
    object: string
    before: unknown
    after: unknown
    request_id: string
    /** For example 'user:12', if the act concerned one record that shows its history. */
    record: Generated<string>
  }
}

type OrderTable = {
  client_code: string
  order_number: string
  status: OrderStatus
  version: Generated<number>
  source: 'portal' | 'feed'
  ordered_at: Instant
  dispatch_service: DispatchService
  despatch_date: DayColumn
  is_trade: Generated<boolean>
  /** A reason from the domain's list while the order is suspended, otherwise empty. */
  suspended_for: Generated<string>
  /** What the order lacks to be delivered: domain/src/orders/needs-attention. null until it has been worked out. */
  lacks: Generated<number | null>
  promised_day: Generated<string | null>
  customer_account: Generated<string>
  customer_first_name: Generated<string>
  customer_last_name: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  country: string
  address_line_1: Generated<string>
  address_line_2: Generated<string>
  address_line_3: Generated<string>
  address_line_4: Generated<string>
  post_code: Generated<string>
  quantity: number
  item_count: number
  total_value: Decimal
  currency_code: string
  created_at: Instant
  created_by: string
  /** The order number, if an older order has the same number in another case. New orders cannot. */
  case_twin: Generated<string | null>
}
