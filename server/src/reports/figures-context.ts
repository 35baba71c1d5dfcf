import type pg from 'pg'
import { Transaction } from '../database/transaction.ts'
import { KeptFigures } from '../figures/kept-figures.ts'
import type { Context } from '../http/context.ts'
import type { Services } from '../process/services.ts'

/** What figures are worked out with: of a call, or of a file. */
export type FiguresContext = Pick<Context, 'transaction' | 'clients' | 'now'> & {
  readonly services: Pick<Services, 'figures'>
}

/** The same within the transaction of a file: of the moment that its rows are of. */
export const figuresContext = (connection: pg.ClientBase, clients: readonly string[]): FiguresContext => ({
  transaction: new Transaction(connection),
  clients: [...clients],
  now: new Date(),
  services: { figures: new KeptFigures() },
})
