import { csv, type FeedPortal } from '../feed-portal.ts'
import type { SignedIn } from '../test-portal.ts'
import type { Model } from './model.ts'

/** A portal with the goods of several clients. */
export type GoodsPortal = {
  readonly on: FeedPortal
  readonly operator: SignedIn
  /** A user of a client with these settings. */
  clientOf(client: Model['client']): Promise<Client>
  close(): Promise<void>
}
type Client = SignedIn & { readonly client: string }

/** One history, with the product's numbers of its orders and returns. */
export type History = {
  readonly on: FeedPortal
  /** A user of the client that owns the goods. */
  readonly me: Client
  readonly operator: SignedIn
  readonly prefix: string
  /** Start of its first minute, in milliseconds since 1970. */
  readonly start: number
  readonly references: Map<string, string>
  /** The warehouse's own references of returns. */
  readonly ownNames: Map<string, string>
  readonly commands: Map<string, string>
  readonly reservations: Map<string, string[]>
  reportCount: number
  /** Version of the carrier's own event code. */
  codeVersion: number
}

/** The product's answer was not the expected one. */
export class UnexpectedAnswer extends Error {}

/** The product's number of an order. */
export const orderNumberOf = ({ prefix, references }: History, order: string) =>
  order.endsWith('-X') ? `${references.get(order.slice(0, -2))}-X` : `${prefix}-${order}`
export const skuOf = ({ prefix }: History, sku: string) => `${prefix}-${sku}`
export const at = ({ start }: History, minute: number) => new Date(start + minute * 60_000).toISOString()

/** Feeds rows and fails if any is refused. */
export async function feed(
  { on, me }: History,
  name: 'despatches' | 'delivery-events' | 'returns' | 'stock',
  rows: (string | number)[][],
  header: string,
): Promise<number> {
  const { status, summary, refused, message } = await on.feedRows(name, csv(rows, header), { as: me })
  if (status !== 200 || summary.refused > 0) throw new UnexpectedAnswer(`${message} ${JSON.stringify(refused)}`)
  return status
}
