import { csv, type FeedPortal } from '../feed-portal.ts'
import type { SignedIn } from '../test-portal.ts'
import type { Model } from './model.ts'

/** A portal in which goods of several clients live. */
export type GoodsPortal = {
  readonly on: FeedPortal
  readonly operator: SignedIn
  /** Someone of the client whose counts and orders are so. */
  clientOf(client: Model['client']): Promise<Client>
  close(): Promise<void>
}
type Client = SignedIn & { readonly client: string }

/** One history, with what the product calls its orders and returns. */
export type History = {
  readonly on: FeedPortal
  /** Whose goods they are. */
  readonly me: Client
  readonly operator: SignedIn
  readonly prefix: string
  /** When its first minute was, in milliseconds. */
  readonly start: number
  readonly references: Map<string, string>
  /** What the warehouse calls returns that it does not call as the portal does. */
  readonly ownNames: Map<string, string>
  readonly commands: Map<string, string>
  readonly reservations: Map<string, string[]>
  said: number
  /** Of what the carrier's own code means. */
  codeVersion: number
}

/** The product did something else than it was to. */
export class Otherwise extends Error {}

/** What the product calls an order. */
export const named = ({ prefix, references }: History, order: string) =>
  order.endsWith('-X') ? `${references.get(order.slice(0, -2))}-X` : `${prefix}-${order}`
export const skuOf = ({ prefix }: History, sku: string) => `${prefix}-${sku}`
export const at = ({ start }: History, minute: number) => new Date(start + minute * 60_000).toISOString()

/** Feeds rows, of which none may be refused. */
export async function feed(
  { on, me }: History,
  name: 'despatches' | 'delivery-events' | 'returns' | 'stock',
  rows: (string | number)[][],
  header: string,
): Promise<number> {
  const { status, summary, refused, message } = await on.feedRows(name, csv(rows, header), { as: me })
  if (status !== 200 || summary.refused > 0) throw new Otherwise(`${message} ${JSON.stringify(refused)}`)
  return status
}
