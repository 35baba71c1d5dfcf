import type { LeafPath } from '../../administration/roles/menu.ts'
import type { Day } from '../../calendar/day.ts'
import { isSameJson } from '../../text/same-json.ts'
import {
  type Capacity,
  type Carrier,
  type FixedRoute,
  type Method,
  type MultiBox,
  NO_LIMITS,
  type ParcelLimits,
  type RuleBook,
} from './rule-book.ts'

/** The items of a rule book. Each is changed separately and stored with the versions that it applies to. */
export type BookContents = {
  /** Key: the carrier's code. */
  carrier: Omit<Carrier, 'code'>
  /** By `clientMethodID`. */
  method: Omit<Method, 'clientMethodID' | 'limits'>
  /**
   * Key: `clientMethodID`. Separate from the method, because another screen sets it. A method without the item has no
   * limits.
   */
  'parcel-limits': ParcelLimits
  /** Key: the carrier's code. Content: all of its capacities. */
  capacity: { readonly capacities: readonly Omit<Capacity, 'carrier'>[] }
  /** Key: `customPreferenceID`. */
  'fixed-route': Omit<FixedRoute, 'customPreferenceID'>
  /** One, by ''. */
  'multi-box': Pick<MultiBox, 'Same_Component_Carrier_Default'>
  /** Key: the SKU that departs from the default. */
  'multi-box-exception': { readonly Same_Component_Carrier: 'Y' | 'N' }
  /** One, by ''. */
  packing: RuleBook['packing']
}
export type BookItemKind = keyof BookContents
export const BOOK_ITEM_KINDS = [
  'carrier',
  'method',
  'parcel-limits',
  'capacity',
  'fixed-route',
  'multi-box',
  'multi-box-exception',
  'packing',
] as const satisfies readonly BookItemKind[]

/** A change of a rule book item; `content` null removes it. */
export type ItemChange = {
  [Kind in BookItemKind]: {
    readonly kind: Kind
    readonly key: string
    readonly content: BookContents[Kind] | null
    /** Only for methods: the first day that the prices apply to; null is every day. Default: `defaultHoldsFrom`. */
    readonly holdsFrom?: Day | null | undefined
  }
}[BookItemKind]
export type BookItem = Exclude<ItemChange, { content: null }> & { readonly content: object }

/** The default limits of a packed parcel: 20 kg, 0.1 m³. */
export const USUAL_PACKING: RuleBook['packing'] = { weight: 20_000, volume: 100_000 }

/** Builds a rule book from items in any order. */
export function buildRuleBook(client: string, version: number, items: Iterable<BookItem>): RuleBook {
  const sorted = [...items].toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  const of = <Kind extends BookItemKind>(kind: Kind) =>
    sorted.flatMap((item) =>
      item.kind === kind ? [{ key: item.key, content: item.content as BookContents[Kind] }] : [],
    )
  const limits = new Map(of('parcel-limits').map(({ key, content }) => [key, content]))
  return {
    client,
    version,
    homeCountry: 'GB',
    carriers: of('carrier').map(({ key, content }) => ({ ...content, code: key })),
    methods: of('method').map(({ key, content }) => ({
      ...content,
      clientMethodID: key,
      limits: limits.get(key) ?? NO_LIMITS,
    })),
    capacities: of('capacity').flatMap(({ key, content }) =>
      content.capacities.map((capacity) => ({ ...capacity, carrier: key })),
    ),
    fixedRouting: of('fixed-route').map(({ key, content }) => ({ ...content, customPreferenceID: key })),
    multiBox: {
      Same_Component_Carrier_Default: of('multi-box')[0]?.content.Same_Component_Carrier_Default ?? 'N',
      Same_Component_Carrier: Object.fromEntries(
        of('multi-box-exception').map(({ key, content }) => [key, content.Same_Component_Carrier]),
      ),
    },
    packing: of('packing')[0]?.content ?? USUAL_PACKING,
  }
}

/** Splits a book into items. */
export function ruleBookItems(book: RuleBook): BookItem[] {
  const capacities = new Map<string, Omit<Capacity, 'carrier'>[]>()
  for (const { carrier, ...capacity } of book.capacities)
    capacities.set(carrier, [...(capacities.get(carrier) ?? []), capacity])
  return [
    ...book.carriers.map(({ code, ...content }) => ({ kind: 'carrier' as const, key: code, content })),
    ...book.methods.flatMap(({ clientMethodID, limits, ...content }) => [
      { kind: 'method' as const, key: clientMethodID, content },
      { kind: 'parcel-limits' as const, key: clientMethodID, content: limits },
    ]),
    ...[...capacities].map(([key, list]) => ({ kind: 'capacity' as const, key, content: { capacities: list } })),
    ...book.fixedRouting.map(({ customPreferenceID, ...content }) => ({
      kind: 'fixed-route' as const,
      key: customPreferenceID,
      content,
    })),
    {
      kind: 'multi-box',
      key: '',
      content: { Same_Component_Carrier_Default: book.multiBox.Same_Component_Carrier_Default },
    },
    ...Object.entries(book.multiBox.Same_Component_Carrier).map(([key, flag]) => ({
      kind: 'multi-box-exception' as const,
      key,
      content: { Same_Component_Carrier: flag },
    })),
    { kind: 'packing', key: '', content: book.packing },
  ]
}

/** The defaults of missing items; other kinds have none. */
const DEFAULTS: { readonly [Kind in BookItemKind]?: BookContents[Kind] } = {
  'parcel-limits': NO_LIMITS,
  capacity: { capacities: [] },
  'multi-box': { Same_Component_Carrier_Default: 'N' },
  packing: USUAL_PACKING,
}

/**
 * Whether a change has no effect, compared with the current content (null: no item). The order of fields does not
 * matter, because the database does not preserve it.
 */
export function changesNothing({ kind, content }: ItemChange, before: object | null): boolean {
  return isSameJson(content ?? DEFAULTS[kind] ?? null, before ?? DEFAULTS[kind] ?? null)
}

/** Applies changes to a book, as for the draft of a what-if. */
export function applyChanges(book: RuleBook, changes: readonly ItemChange[]): RuleBook {
  const items = new Map<string, BookItem>(ruleBookItems(book).map((item) => [`${item.kind} ${item.key}`, item]))
  for (const change of changes) {
    const name = `${change.kind} ${change.key}`
    if (change.content === null) items.delete(name)
    else items.set(name, change as BookItem)
  }
  return buildRuleBook(book.client, book.version, items.values())
}

/** Changing an item of a kind needs Edit for one of these menu entries. */
export const LEAVES_OF_KIND: Readonly<Record<BookItemKind, readonly LeafPath[]>> = {
  carrier: ['carrierRoutingControl.carrierActiveDates', 'carrierRoutingControl.carrierPrices'],
  method: ['carrierRoutingControl.carrierPrices'],
  'parcel-limits': ['carrierRoutingControl.carrierParcelLimits'],
  capacity: ['carrierRoutingControl.carrierCapacitySetUp'],
  'fixed-route': [
    'carrierRoutingControl.productFixedRoutingBySku',
    'carrierRoutingControl.productFixedRoutingByRegion',
  ],
  'multi-box': ['carrierRoutingControl.multiBoxProductsRouting'],
  'multi-box-exception': ['carrierRoutingControl.multiBoxProductsRouting'],
  packing: ['carrierRoutingControl.carrierParcelLimits'],
}
