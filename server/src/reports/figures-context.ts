import type pg from 'pg'
import { Transaction } from '../database/transaction.ts'
import type { Context } from '../http/context.ts'

/** Context for reading figures, in a call or a file. */
export type FiguresContext = Pick<Context, 'transaction' | 'clients' | 'now'>

/** The context of a file's transaction, so that figures and rows belong to one moment. */
export const figuresContext = (connection: pg.ClientBase, clients: readonly string[]): FiguresContext => ({
  transaction: new Transaction(connection),
  clients: [...clients],
  now: new Date(),
})
