import type pg from 'pg'

/** A carrier, as its layout calls it, and the account that it bills. */
type Account = { carrierName: string; account: string }

/** The client whose parcels an account bills where a number is several clients': what a user said of an earlier row. */
export async function clientOfAccount(
  connection: pg.ClientBase,
  { carrierName, account }: Account,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ client: string }>(
    'select for_client as client from invoice_account_clients where carrier_name = $1 and account = $2',
    [carrierName, account],
  )
  return rows[0]?.client
}

type Remembered = Account & { client: string; row: { invoiceId: number; no: number }; by: string; at: Date }

/** Remembers whose parcels an account bills, instead of what was remembered of it before. */
export async function rememberAccount(
  connection: pg.ClientBase,
  { carrierName, account, client, row, by, at }: Remembered,
): Promise<void> {
  await connection.query(
    `insert into invoice_account_clients values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (carrier_name, account) do update set for_client = excluded.for_client, invoice_id = excluded.invoice_id,
       parcel_no = excluded.parcel_no, remembered_at = excluded.remembered_at, remembered_by = excluded.remembered_by`,
    [carrierName, account, client, row.invoiceId, row.no, at, by],
  )
}

/** Forgets what was remembered by matching a row. */
export async function forgetAccount(
  connection: pg.ClientBase,
  { invoiceId, no }: { invoiceId: number; no: number },
): Promise<void> {
  await connection.query('delete from invoice_account_clients where invoice_id = $1 and parcel_no = $2', [
    invoiceId,
    no,
  ])
}

/** The clients whose parcels a carrier bills on an account, as it is set; null where it is not: any client's. */
export async function clientsOfAccount(
  connection: pg.ClientBase,
  { carrier, account }: { carrier: string; account: string },
): Promise<string[] | null> {
  const { rows } = await connection.query<{ clients: string[] }>(
    `select terms -> 'clients' as clients from invoice_accounts where carrier = $1 and terms ->> 'account' = $2`,
    [carrier, account],
  )
  return rows[0]?.clients ?? null
}
