import { orderCountText } from '@despatch/domain/enquiries/personal-data/person-records'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ExportedReport } from '../../exports/exported-report.ts'
import { compiled, countOf } from '../../exports/statement.ts'
import { EVIDENCE, filesOf, PHOTOS } from './person-files.ts'
import { keysTable, type OrderKey } from './person-records.ts'

export const PERSON_REPORT = 'personal-data'

type Choice = { readonly orders: readonly OrderKey[] }
type Row = { client_code: string; order_number: string; kind: string; at: Date | null; what: string; value: string }

/** Kinds of data in the order of the file: title, and rows (at, what, value) of order `o`. */
const KINDS: readonly (readonly [title: string, rows: RawBuilder<unknown>])[] = [
  [
    'Order',
    sql`select o.ordered_at as at, what, value from (values
      ('First name', o.customer_first_name), ('Last name', o.customer_last_name), ('Customer account', o.customer_account),
      ('Email', o.email), ('Phone', o.phone), ('Address line 1', o.address_line_1), ('Address line 2', o.address_line_2),
      ('Address line 3', o.address_line_3), ('Address line 4', o.address_line_4), ('Postcode', o.post_code),
      ('Country', o.country), ('Service', o.dispatch_service), ('Value', o.total_value::text || ' ' || o.currency_code)
    ) as f (what, value)`,
  ],
  [
    'Goods',
    sql`select o.ordered_at as at, coalesce(nullif(s.description, ''), l.sku_code) as what, 'SKU ' || l.sku_code || ', quantity ' || l.quantity as value
      from order_lines l left join skus s on s.client_code = l.client_code and s.sku_code = l.sku_code
      where l.client_code = o.client_code and l.order_number = o.order_number`,
  ],
  [
    'History',
    sql`select h.at, h.act as what, h.note || coalesce((
        select '; ' || string_agg(c.key || ': ' || coalesce(c.value ->> 'before', '') || ' → ' || coalesce(c.value ->> 'after', ''), '; ' order by c.key)
        from jsonb_each(h.changes) c), '') as value
      from order_history h where h.client_code = o.client_code and h.order_number = o.order_number`,
  ],
  [
    'Note',
    sql`select n.at, 'Note about the order' as what, n.note as value
      from order_notes n where n.client_code = o.client_code and n.order_number = o.order_number`,
  ],
  [
    'Tag',
    sql`select t.added_at as at, 'Tag of the order' as what, t.tag collate "C" as value
      from order_tags t where t.client_code = o.client_code and t.order_number = o.order_number`,
  ],
  [
    'Parcel',
    sql`select p.despatched_at as at, 'Sent with ' || p.carrier as what, coalesce(p.written_as, p.tracking_number) as value
      from parcels p where p.client_code = o.client_code and p.order_number = o.order_number`,
  ],
  [
    'Carrier event',
    sql`select e.occurred_at as at, coalesce(p.written_as, p.tracking_number) || ': ' || e.state as what,
        concat_ws(', ', nullif(e.description, ''), nullif(e.location, '')) as value
      from parcels p join delivery_events e on e.client_code = p.client_code and e.tracking_number = p.tracking_number
      where p.client_code = o.client_code and p.order_number = o.order_number`,
  ],
  [
    'Return',
    sql`select e.occurred_at as at, e.return_reference || ': ' || e.state as what,
        concat_ws(', ', 'SKU ' || e.sku_code || ', quantity ' || e.quantity, nullif(e.reason_code, ''), nullif(e.condition, ''), nullif(e.note, '')) as value
      from return_events e where e.client_code = o.client_code and e.order_number = o.order_number`,
  ],
  [
    'Shopper’s note',
    sql`select r.announced_at as at, l.return_reference as what, l.comment as value
      from announced_returns r join announced_lines l on l.client_code = r.client_code and l.return_reference = r.return_reference
      where r.client_code = o.client_code and r.order_number = o.order_number and l.comment <> ''`,
  ],
  [
    'Step of a return',
    sql`select s.at, s.return_reference || ': ' || s.step as what, s.reason as value
      from announced_returns r join return_steps s on s.client_code = r.client_code and s.return_reference = r.return_reference
      where r.client_code = o.client_code and r.order_number = o.order_number and s.reason <> ''`,
  ],
  [
    'Photo of a return',
    sql`select p.at, p.return_reference as what, p.width || ' × ' || p.height || ' pixels; file ' || p.path as value from (${PHOTOS}) p`,
  ],
  [
    'Claim against a carrier',
    sql`select e.at, 'C-' || lpad(c.claim_id::text, 6, '0') || ': ' || e.what as what, e.text as value
      from claims c join claim_events e on e.client_code = c.client_code and e.claim_id = c.claim_id
      where c.client_code = o.client_code and c.order_number = o.order_number`,
  ],
  [
    'Evidence of a claim',
    sql`select f.at, 'C-' || lpad(f.claim_id::text, 6, '0') as what, f.name || '; file ' || f.path as value from (${EVIDENCE}) f`,
  ],
]

const rowsOf = (clients: readonly string[], { orders }: Choice) => sql`
  ${keysTable(orders)} join orders o on o.client_code = k.client_code and o.order_number = k.order_number
    and o.client_code = any (${clients}::text[])
  cross join lateral (
    ${sql.join(
      KINDS.map(
        ([kind, rows], place) => sql`select ${sql.lit(place)} as place, ${sql.lit(kind)} as kind, r.* from (${rows}) r`,
      ),
      sql` union all `,
    )}
  ) f where f.value <> ''`

/** The personal data of some orders as a file, one row per item; an archive adds photos and evidence. */
export const personReport: ExportedReport<Choice> = {
  report: PERSON_REPORT,
  title: 'Personal data',
  fileName: 'Personal data',
  permission: { reads: ['reportsAndEnquiries.personalData'] },
  choice: z.strictObject({
    orders: z.array(z.strictObject({ clientCode: z.string(), orderNumber: z.string() })),
  }) as ExportedReport<Choice>['choice'],
  layoutOf: () => ({ rowsName: 'Personal data', header: ['Client', 'Order', 'Kind', 'When', 'What', 'Value'] }),
  manifestOf: ({ orders }) => ({
    definitions: [
      ['What this is', 'All that Despatch keeps about a person: with their orders, returns and claims'],
      ['Why it is kept', 'To send orders, to take goods back, and to claim for what carriers lost or damaged'],
      ['Who else has it', 'The retailer, and the carriers who delivered'],
      ['Files', 'Photos and evidence are files of the archive, each under the name that its row gives'],
    ],
    filters: [['Orders', orderCountText(orders.length)]],
  }),
  count: (connection, clients, choice) => countOf(connection, rowsOf(clients, choice)),
  query: (clients, choice) =>
    compiled(sql`select o.client_code, o.order_number, f.kind, f.at, f.what, f.value from ${rowsOf(clients, choice)}
      order by o.ordered_at desc, o.client_code, o.order_number, f.place, f.at, f.what`),
  reader: () => ({
    cellsOf: (row: Record<string, unknown>) => {
      const { client_code, order_number, kind, at, what, value } = row as Row
      return [client_code, order_number, kind, at && { at }, what, value]
    },
    sheets: () => [],
  }),
  files: (connection, clients, { orders }) => filesOf(connection, clients, orders),
}
