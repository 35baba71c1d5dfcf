import type { multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteChecked } from '@despatch/contract/route/types'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import {
  amendMultiBox,
  isSameCarrier,
  multiBoxProblems,
} from '@despatch/domain/routing/multi-box-products/amend-multi-box'
import { changedMeanwhile } from '../rule-book/changed-meanwhile.ts'
import { type BookDraft, isOutdated } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { loadDescriptions, type MultiBoxInForce, multiBoxInForce } from './multi-box-queries.ts'

/**
 * Drafts a change of Multi Box Products. Throws an AppError: 400, at the field, for unknown SKUs, SKUs in both lists
 * and SKUs that are no exception; 409 if anything changed since the caller read it.
 */
export async function multiBoxDraft(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  { body: input }: Pick<RouteChecked<typeof routes.update>, 'body'>,
): Promise<BookDraft> {
  const { skuListToAdd, skuListToRemove } = input
  const written = await loadSkuSpelling(transaction, client, [...skuListToAdd, ...skuListToRemove])
  const body = { ...input, skuListToAdd: skuListToAdd.map(written), skuListToRemove: skuListToRemove.map(written) }
  const [now, known] = await Promise.all([
    multiBoxInForce(transaction, client),
    loadDescriptions(transaction, client, body.skuListToAdd),
  ])
  if (isOutdated(body.version, now.version)) throw changedMeanwhile()
  const problems = multiBoxProblems(now.multiBox, body, (sku) => known.has(sku))
  if (problems.length > 0) throw refuseFields(problems)
  const changes = changesOf(now, body)
  const versions = new Map(now.exceptions.map(({ key, version }) => [key, version]))
  return {
    summary: `Multi Box Products: ${summaryOf(changes)}`,
    changes,
    known: [
      { kind: 'multi-box', key: '', version: now.defaultVersion },
      ...changes.flatMap(({ kind, key }) =>
        kind === 'multi-box-exception' ? [{ kind, key, version: versions.get(key) ?? 0 }] : [],
      ),
    ],
  }
}

/** The items that change: the default, and added, changed and removed exceptions. */
function changesOf({ multiBox }: MultiBoxInForce, body: Parameters<typeof amendMultiBox>[1]): ItemChange[] {
  const after = amendMultiBox(multiBox, body)
  const { Same_Component_Carrier_Default } = after
  const skus = new Set([...Object.keys(multiBox.Same_Component_Carrier), ...Object.keys(after.Same_Component_Carrier)])
  return [
    ...(Same_Component_Carrier_Default === multiBox.Same_Component_Carrier_Default
      ? []
      : [{ kind: 'multi-box' as const, key: '', content: { Same_Component_Carrier_Default } }]),
    ...[...skus].flatMap((key): ItemChange[] => {
      const flag = after.Same_Component_Carrier[key]
      return flag === multiBox.Same_Component_Carrier[key]
        ? []
        : [{ kind: 'multi-box-exception', key, content: flag ? { Same_Component_Carrier: flag } : null }]
    }),
  ]
}

function summaryOf(changes: readonly ItemChange[]): string {
  const byDefault = changes.flatMap(({ kind, content }) => (kind === 'multi-box' && content ? [content] : []))[0]
  const exceptions = changes.filter(({ kind }) => kind === 'multi-box-exception')
  const gone = exceptions.filter(({ content }) => content === null)
  const set = exceptions.length - gone.length
  return [
    byDefault &&
      (isSameCarrier(byDefault.Same_Component_Carrier_Default)
        ? 'boxes ship with one carrier by default'
        : 'boxes travel with any carriers by default'),
    set > 0 && `${exceptionsOf(set)} set`,
    gone.length > 0 && `${exceptionsOf(gone.length)} removed`,
  ]
    .filter(Boolean)
    .join(', ')
}

const exceptionsOf = (count: number) => (count === 1 ? '1 exception' : `${count} exceptions`)
