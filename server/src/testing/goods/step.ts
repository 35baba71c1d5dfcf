/** Steps in the life of goods. Names are short, and of their history alone: SKUs A and B, orders 1, 2 …, returns r1, r2 …. */

export type Sku = 'A' | 'B'
/** Amounts are pence. */
export type Line = { readonly sku: Sku; readonly quantity: number; readonly price: number }
export type GoodsState = 'in_transit' | 'received' | 'inspected' | 'restocked' | 'quarantined'

/** What a carrier says of a parcel; 'own' is a code that means what {@link Step} `map` says. */
export type ScanCode = 'in_transit' | 'delivery_failed' | 'delivered' | 'return_to_sender' | 'own'

/** What two may do to an order at once. */
export type AtOnce =
  | { readonly do: 'cancel' | 'suspend' | 'release' | 'take back' | 'pick' }
  | { readonly do: 'amend'; readonly line: number; readonly quantity: number }
  | { readonly do: 'despatch'; readonly all: boolean }

export type Step =
  /** Whose goods they are, before anything else: of a client whose counts leave out what is picked, or that refuses orders that are short. */
  | { readonly do: 'client'; readonly picked: boolean; readonly refuses: boolean }
  /** By a file of its own, or in the portal. */
  | { readonly do: 'order'; readonly order: string; readonly lines: readonly Line[]; readonly byHand?: boolean }
  | { readonly do: 'cancel' | 'suspend' | 'release' | 'undo' | 'pick' | 'pack'; readonly order: string }
  | { readonly do: 'close short' | 'reopen' | 'take back' | 'feed again'; readonly order: string }
  /** A line comes to so many pieces. */
  | { readonly do: 'amend'; readonly order: string; readonly line: number; readonly quantity: number }
  /** All of it that has not left, or one piece of each line. The warehouse may say nothing of what is in it, or it is not what it is to be. */
  | {
      readonly do: 'despatch'
      readonly order: string
      readonly all: boolean
      readonly holds?: 'untold' | 'another' | 'more'
    }
  /** The warehouse says what is in the parcel of which it said nothing. */
  | { readonly do: 'contents'; readonly order: string }
  /** The carrier says what happened to a parcel so many minutes ago. */
  | {
      readonly do: 'scan'
      readonly order: string
      readonly parcel: number
      readonly code: ScanCode
      readonly ago: number
    }
  /** The operator says what the carrier's own code means, or takes that back. */
  | { readonly do: 'map'; readonly to: 'delivered' | 'in_transit' | null }
  /** Two do this at the same moment: either is the first. */
  | { readonly do: 'at once'; readonly order: string; readonly steps: readonly [AtOnce, AtOnce] }
  /** A count of what is sellable, made so many minutes ago. */
  | { readonly do: 'count'; readonly sku: Sku; readonly pieces: number; readonly ago: number }
  | { readonly do: 'goods in'; readonly sku: Sku; readonly pieces: number }
  /** For an order that is still to come, where one is named. */
  | { readonly do: 'reserve'; readonly sku: Sku; readonly pieces: number; readonly order?: string }
  | { readonly do: 'release reservation'; readonly sku: Sku }
  /**
   * Pieces of a line are announced in the portal; `known` is false where the warehouse alone knows of the return. It may call one
   * by a name of its own, where it can mean no other.
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
  /** Something becomes of pieces of a return, whether or not anybody says so; `part` of them arrive together. */
  | {
      readonly do: 'happens'
      readonly ref: string
      readonly part: number
      readonly quantity: number
      readonly state: GoodsState
    }
  /** Pieces that lie in stock change places there, all of the return. */
  | { readonly do: 'moves'; readonly ref: string }
  /** Staff say that pieces came; nobody else has said so. */
  | { readonly do: 'staff receive'; readonly ref: string }
  /** Both say so at the same time. */
  | { readonly do: 'staff and feed receive'; readonly ref: string }
  /** The feed says what it has not said, in an order that `shuffle` makes; only the first rows where `some`. */
  | {
      readonly do: 'feed says'
      readonly ref: string
      readonly shuffle: number
      readonly some: boolean
      readonly files: boolean
    }
  /** The feed says all of it again: in the same words, or, of whole returns, as events of their own. */
  | { readonly do: 'feed repeats'; readonly ref: string; readonly asOthers: boolean }
  | { readonly do: 'withdraw' | 'expire'; readonly ref: string; readonly quantity: number }
  /** Staff refund pieces at their price, or at more than was paid; or the feed says that they were refunded. */
  | {
      readonly do: 'refund'
      readonly ref: string
      readonly quantity: number
      readonly by: 'staff' | 'feed'
      readonly much: boolean
    }

/** A step of one kind. */
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
  'at once': ({ order, steps }) => `${steps.map((one) => sayStep({ ...one, order })).join(', and at once ')}`,
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

export const sayStep = (step: Step): string => (WORDS[step.do] as (one: Step) => string)(step)
