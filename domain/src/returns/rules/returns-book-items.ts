import { isSameJson } from '../../text/same-json.ts'
import type { LawCode, ReasonCode, ReturnOption, ReturnRule, ReturnsBook } from './returns-book.ts'

/** A returns book is stored as items. Each changes on its own and is stored in every version that it had. */
export type ReturnsBookContents = {
  /** Keys are 'rule-1' and so on. */
  rule: Omit<ReturnRule, 'id'>
  option: Omit<ReturnOption, 'id'>
  reason: Omit<ReasonCode, 'id'>
  /** One item with key '': rule ids in order. Unlisted rules come last. */
  order: { readonly rules: readonly string[] }
  /** One item with key ''. */
  settings: { readonly law: LawCode }
}
export type ReturnsItemKind = keyof ReturnsBookContents
export const RETURN_ITEM_KINDS = ['rule', 'option', 'reason'] as const satisfies readonly ReturnsItemKind[]
export type ReturnItemKind = (typeof RETURN_ITEM_KINDS)[number]

/** A change of one item; `content` null deletes it. */
export type ReturnsItemChange = {
  [Kind in ReturnsItemKind]: {
    readonly kind: Kind
    readonly key: string
    readonly content: ReturnsBookContents[Kind] | null
  }
}[ReturnsItemKind]
export type ReturnsBookItem = Exclude<ReturnsItemChange, { content: null }> & { readonly content: object }

/** Contents of items that are missing. */
const DEFAULT_CONTENTS: { readonly [Kind in ReturnsItemKind]?: ReturnsBookContents[Kind] } = {
  order: { rules: [] },
  settings: { law: 'GB' },
}

/** Whether a change has no effect on a book. `before`: the item's current content, null if it does not exist. */
export function hasNoEffect({ kind, content }: ReturnsItemChange, before: object | null): boolean {
  return isSameJson(content ?? DEFAULT_CONTENTS[kind] ?? null, before ?? DEFAULT_CONTENTS[kind] ?? null)
}

const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('-') + 1))

/** Builds a returns book from its items, in any order. */
export function returnsBookOf(client: string, version: number, items: Iterable<ReturnsBookItem>): ReturnsBook {
  const sorted = [...items].toSorted((one, other) => numberOf(one.key) - numberOf(other.key))
  const of = <Kind extends ReturnsItemKind>(kind: Kind) =>
    sorted.flatMap((item) =>
      item.kind === kind ? [{ id: item.key, content: item.content as ReturnsBookContents[Kind] }] : [],
    )
  const withIds = <Kind extends ReturnItemKind>(kind: Kind) => of(kind).map(({ id, content }) => ({ ...content, id }))
  const places = new Map((of('order')[0]?.content.rules ?? []).map((id, place) => [id, place]))
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? places.size + numberOf(id)
  return {
    client,
    version,
    homeCountry: 'GB',
    law: of('settings')[0]?.content.law ?? 'GB',
    rules: withIds('rule').toSorted((one, other) => placeOf(one) - placeOf(other)),
    options: withIds('option'),
    reasons: withIds('reason'),
  }
}

/** Splits a book into items, so that a draft can be applied to them. */
export function itemsOfReturnsBook(book: ReturnsBook): ReturnsBookItem[] {
  return [
    ...book.rules.map(({ id, ...content }) => ({ kind: 'rule' as const, key: id, content })),
    ...book.options.map(({ id, ...content }) => ({ kind: 'option' as const, key: id, content })),
    ...book.reasons.map(({ id, ...content }) => ({ kind: 'reason' as const, key: id, content })),
    { kind: 'order', key: '', content: { rules: book.rules.map(({ id }) => id) } },
    { kind: 'settings', key: '', content: { law: book.law } },
  ]
}

/** Applies changes to a book, for example to check or try a draft. */
export function withReturnsChanges(book: ReturnsBook, changes: readonly ReturnsItemChange[]): ReturnsBook {
  const items = new Map<string, ReturnsBookItem>(
    itemsOfReturnsBook(book).map((item) => [`${item.kind} ${item.key}`, item]),
  )
  for (const change of changes) {
    const name = `${change.kind} ${change.key}`
    if (change.content === null) items.delete(name)
    else items.set(name, change as ReturnsBookItem)
  }
  return returnsBookOf(book.client, book.version, items.values())
}
