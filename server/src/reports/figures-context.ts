import type pg from 'pg'
import { Transaction } from '../database/transaction.ts'
import type { Context } from '../http/context.ts'

/** What figures are worked out with: of a call, or of a file. */
export type FiguresContext = Pick<Context, 'transaction' | 'clients' | 'now'>

/** The same within the transaction of a file: of the moment that its rows are of. */
export const figuresContext = (connection: pg.ClientBase, clients: readonly string[]): FiguresContext => ({
  transaction: new Transaction(connection),
  clients: [...clients],
  now: new Date(),
})
