import type { Database } from '../database/database.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'

/** Rows per transaction. */
const PIECE = 2000

type UpdateInPiecesOptions = {
  readonly client: string
  readonly table: string
  readonly key: string
  readonly update: string
}

/** Runs an update over all rows of a client in small transactions. Its parameters: $1 client, keys after $2 up to and including $3. */
export async function updateInPieces(
  database: Database,
  { client, table, key, update }: UpdateInPiecesOptions,
): Promise<void> {
  const piece = `select ${key} as key from ${table} where client_code = $1 and ${key} > $2 order by ${key} limit ${PIECE}`
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    after = await retryOnDeadlock(() =>
      database.copying([client], async (connection) => {
        const { rows } = await connection.query<{ last: string | null; found: number }>(
          `select max(key) as last, count(*)::int as found from (${piece}) p`,
          [client, from],
        )
        const { last = null, found = 0 } = rows[0] ?? {}
        if (last === null) return undefined
        await connection.query(update, [client, from, last])
        return found === PIECE ? last : undefined
      }),
    )
  }
}
