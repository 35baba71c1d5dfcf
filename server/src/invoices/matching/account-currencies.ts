import type pg from 'pg'

/** Reads the currency of a carrier's account, as a user set it on an earlier invoice; '' if none. */
export async function readCurrencyOfAccount(
  connection: pg.ClientBase,
  { carrierName, account }: { carrierName: string; account: string },
): Promise<string> {
  const { rows } = await connection.query<{ currency: string }>(
    'select currency from invoice_account_currencies where carrier_name = $1 and account = $2',
    [carrierName, account],
  )
  return rows[0]?.currency ?? ''
}
