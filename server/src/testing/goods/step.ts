/** Steps of goods histories. Names are short and local to a history: SKUs A and B, orders 1, 2 …, returns r1, r2 …. */

export type Sku = 'A' | 'B'
/** Prices are pence. */
export type Line = { readonly sku: Sku; readonly quantity: number; readonly price: number }
export type GoodsState = 'in_transit' | 'received' | 'inspected' | 'restocked' | 'quarantined'

/** Codes that a carrier reports; the meaning of 'own' is set by the {@link Step} `map`. */
export type ScanCode = 'in_transit' | 'delivery_failed' | 'delivered' | 'return_to_sender' | 'own'

/** Steps that two users can do to an order at once. */
export type ConcurrentStep =
  | { readonly do: 'cancel' | 'suspend' | 'release' | 'take back' | 'pick' }
  | { readonly do: 'amend'; readonly line: number; readonly quantity: number }
  | { readonly do: 'despatch'; readonly all: boolean }

export type Step =
  /** The client, as the first step: whether its counts leave out picked goods, and whether it refuses short orders. */
  | { readonly do: 'client'; readonly picked: boolean; readonly refuses: boolean }
  /** In its own file, or in the portal (`byHand`). */
  | { readonly do: 'order'; readonly order: string; readonly lines: readonly Line[]; readonly byHand?: boolean }
  | { readonly do: 'cancel' | 'suspend' | 'release' | 'undo' | 'pick' | 'pack'; readonly order: string }
  | { readonly do: 'close short' | 'reopen' | 'take back' | 'feed again'; readonly order: string }
  /** Sets the quantity of a line. */
  | { readonly do: 'amend'; readonly order: string; readonly line: number; readonly quantity: number }
  /** Despatches everything unsent, or one piece of each line. The contents can be unreported or differ from the order. */
  | {
      readonly do: 'despatch'
      readonly order: string
      readonly all: boolean
      readonly holds?: 'untold' | 'another' | 'more'
    }
  /** The warehouse reports the contents of the unreported parcel. */
  | { readonly do: 'contents'; readonly order: string }
  /** The carrier reports an event of a parcel, some minutes ago. */
  | {
      readonly do: 'scan'
      readonly order: string
      readonly parcel: number
      readonly code: ScanCode
      readonly ago: number
    }
  /** The operator sets or deletes the meaning of the carrier's own code. */
  | { readonly do: 'map'; readonly to: 'delivered' | 'in_transit' | null }
  /** Two users do this simultaneously, in either order. */
  | { readonly do: 'at once'; readonly order: string; readonly steps: readonly [ConcurrentStep, ConcurrentStep] }
  /** A count of sellable stock, some minutes ago. */
  | { readonly do: 'count'; readonly sku: Sku; readonly pieces: number; readonly ago: number }
  | { readonly do: 'goods in'; readonly sku: Sku; readonly pieces: number }
  /** Optionally for an order that does not exist yet. */
  | { readonly do: 'reserve'; readonly sku: Sku; readonly pieces: number; readonly order?: string }
  | { readonly do: 'release reservation'; readonly sku: Sku }
  /**
   * Announces pieces of a line in the portal; `known` is false if only the warehouse knows of the return. The warehouse
   * can use its own reference if that is unambiguous.
   */
  | {
      readonly do: 'return'
      readonly ref: string
      readonly order: string
      readonly line: number
      readonly quantity: number
      readonly exchange: boolean
      readonly known: boolean
      readonly ownName: boolean
    }
  /** Pieces of a return move on, reported or not; the pieces of a `part` arrive together. */
  | {
      readonly do: 'happens'
      readonly ref: string
      readonly part: number
      readonly quantity: number
      readonly state: GoodsState
    }
  /** All pieces of the return move within stock. */
  | { readonly do: 'moves'; readonly ref: string }
  /** Staff report a receipt that has not been reported yet. */
  | { readonly do: 'staff receive'; readonly ref: string }
  /** Staff and the feed report it simultaneously. */
  | { readonly do: 'staff and feed receive'; readonly ref: string }
  /** The feed reports unreported events in an order seeded by `shuffle`; with `some` only the first half. */
  | {
      readonly do: 'feed says'
      readonly ref: string
      readonly shuffle: number
      readonly some: boolean
      readonly files: boolean
    }
  /** The feed repeats all events: identically, or (`asOthers`) as new events of whole returns. */
  | { readonly do: 'feed repeats'; readonly ref: string; readonly asOthers: boolean }
  | { readonly do: 'withdraw' | 'expire'; readonly ref: string; readonly quantity: number }
  /** Staff refund pieces at their price, or more (`much`); or the feed reports a refund. */
  | {
      readonly do: 'refund'
      readonly ref: string
      readonly quantity: number
      readonly by: 'staff' | 'feed'
      readonly much: boolean
    }

export type StepOf<Do extends Step['do']> = Step & { readonly do: Do }

const HOLDS = { untold: ', what nobody says', another: ', with another SKU for one', more: ', with one more' } as const

const WORDS: { readonly [Do in Step['do']]: (step: StepOf<Do>) => string } = {
  client: ({ picked, refuses }) =>
    `a client whose counts ${picked ? 'leave out' : 'hold'} what is picked${refuses ? ', and that refuses what is short' : ''}`,
  order: ({ order, lines, byHand }) =>
    `order ${order} of ${lines.map((l) => `${l.quantity} ${l.sku} at ${l.price}p`).join(', ')}${byHand ? ', in the portal' : ''}`,
  cancel: ({ order }) => `cancel order ${order}`,
  suspend: ({ order }) => `suspend order ${order}`,
  release: ({ order }) => `release order ${order}`,
  pick: ({ order }) => `order ${order} is picked`,
  pack: ({ order }) => `order ${order} is packed`,
  'close short': ({ order }) => `close order ${order} short`,
  reopen: ({ order }) => `reopen order ${order}`,
  'take back': ({ order }) => `take the file of order ${order} back`,
  'feed again': ({ order }) => `feed the file of order ${order} again`,
  amend: ({ order, line, quantity }) => `amend order ${order} to ${quantity} of line ${line}`,
  undo: ({ order }) => `undo the last command on order ${order}`,
  despatch: ({ order, all, holds }) =>
    `order ${order} leaves${all ? '' : ', one piece of each line'}${holds ? HOLDS[holds] : ''}`,
  contents: ({ order }) => `the warehouse says what left of order ${order}`,
  map: ({ to }) => (to ? `the carrier's own code means ${to}` : `nobody knows the carrier's own code`),
  'at once': ({ order, steps }) => `${steps.map((one) => describeStep({ ...one, order })).join(', and at once ')}`,
  scan: ({ order, parcel, code, ago }) => `parcel ${parcel} of order ${order}: ${code}, ${ago} minutes ago`,
  count: ({ sku, pieces, ago }) => `${pieces} ${sku} are counted, ${ago} minutes ago`,
  'goods in': ({ sku, pieces }) => `${pieces} ${sku} come in`,
  reserve: ({ sku, pieces, order }) => `reserve ${pieces} ${sku}${order ? ` for order ${order}` : ''}`,
  'release reservation': ({ sku }) => `release the last reservation of ${sku}`,
  return: ({ ref, order, line, quantity, exchange, known, ownName }) =>
    `${ref}: ${quantity} of line ${line} of order ${order} ${known ? 'are announced' : 'come back unannounced'}${exchange ? ', to be exchanged' : ''}${ownName ? ', the warehouse calls them by another name' : ''}`,
  happens: ({ ref, part, quantity, state }) => `${ref}: ${quantity} pieces (part ${part}) are ${state}`,
  moves: ({ ref }) => `${ref}: its pieces change places in stock`,
  'staff receive': ({ ref }) => `${ref}: staff record it received`,
  'staff and feed receive': ({ ref }) => `${ref}: staff record it received while the feed says so`,
  'feed says': ({ ref, shuffle, some, files }) =>
    `${ref}: the feed says ${some ? 'some of ' : ''}it in order ${shuffle}${files ? ', a file a row' : ''}`,
  'feed repeats': ({ ref, asOthers }) => `${ref}: the feed says all of it again${asOthers ? ' as other events' : ''}`,
  withdraw: ({ ref, quantity }) => `${ref}: ${quantity} are withdrawn`,
  expire: ({ ref, quantity }) => `${ref}: ${quantity} expire`,
  refund: ({ ref, quantity, by, much }) => `${ref}: ${by} refund ${quantity}${much ? ', more than was paid' : ''}`,
}

export const describeStep = (step: Step): string => (WORDS[step.do] as (one: Step) => string)(step)
