import type pg from 'pg'

/** A carrier, by its name in the layout, and the number of an account that it bills. */
type Account = { carrierName: string; account: string }

/**
 * Reads which client's parcels an account bills when several clients have the same number: a user's choice for an
 * earlier row.
 */
export async function readClientOfAccount(
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

/** Remembers which client's parcels an account bills, replacing an earlier choice. */
export async function rememberClient(
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

/** Forgets the choice that was remembered when a row was matched. */
export async function deleteRememberedClient(
  connection: pg.ClientBase,
  { invoiceId, no }: { invoiceId: number; no: number },
): Promise<void> {
  await connection.query('delete from invoice_account_clients where invoice_id = $1 and parcel_no = $2', [
    invoiceId,
    no,
  ])
}

/**
 * Reads the clients whose parcels a carrier bills on an account, from the settings; null if the account is not set
 * up, which allows any client.
 */
export async function readClientsOfAccount(
  connection: pg.ClientBase,
  { carrier, account }: { carrier: string; account: string },
): Promise<string[] | null> {
  const { rows } = await connection.query<{ clients: string[] }>(
    `select terms -> 'clients' as clients from invoice_accounts where carrier = $1 and terms ->> 'account' = $2`,
    [carrier, account],
  )
  return rows[0]?.clients ?? null
}
