import { returns } from '@despatch/contract/returns/rules/returns'
import { returnLabels } from '@despatch/contract/returns/rules/return-labels'
import { bind } from '../http/bind.ts'
import { decideOrder } from './rules/decide-order.ts'
import { reorderRules, setReturnsLaw } from './rules/order-and-law.ts'
import { reasonUse } from './reason-codes/reason-use.ts'
import { addReturnItem, listReturnItems, removeReturnItems, updateReturnItem } from './rules/return-items.ts'
import {
  bringReturnsBack,
  checkBook,
  discardDraft,
  publishDraft,
  readReturnsBook,
  returnsVersionChanges,
  returnsVersions,
} from './rules/returns-book.ts'
import { addReturnLabels, listReturnLabels, removeReturnLabels } from './rules/return-labels.ts'
import { cancelReturnsTry, readReturnsTry, tryReturnsDraft } from './rules/try-draft.ts'

export const returnsRoutes = bind(returns, {
  items: listReturnItems,
  add: addReturnItem,
  update: updateReturnItem,
  remove: removeReturnItems,
  reorder: reorderRules,
  settings: setReturnsLaw,
  book: readReturnsBook,
  check: checkBook,
  publish: publishDraft,
  discard: discardDraft,
  versions: returnsVersions,
  version: returnsVersionChanges,
  bringBack: bringReturnsBack,
  reasonUse,
  decide: decideOrder,
  try: tryReturnsDraft,
  tried: readReturnsTry,
  cancelTry: cancelReturnsTry,
})

export const returnLabelsRoutes = bind(returnLabels, {
  list: listReturnLabels,
  add: addReturnLabels,
  remove: removeReturnLabels,
})
