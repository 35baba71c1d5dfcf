import { returns } from '@despatch/contract/returns/returns-book/returns'
import { returnLabels } from '@despatch/contract/returns/returns-book/return-labels'
import { bind } from '../http/bind.ts'
import { decideOrder } from './returns-book/decide-order.ts'
import { reorderRules, setReturnsLaw } from './returns-book/order-and-law.ts'
import { reasonUse } from './returns-book/reason-use.ts'
import { addReturnItem, listReturnItems, removeReturnItems, updateReturnItem } from './returns-book/return-items.ts'
import {
  bringReturnsBack,
  checkBook,
  discardDraft,
  publishDraft,
  readReturnsBook,
  returnsVersionChanges,
  returnsVersions,
} from './returns-book/returns-book.ts'
import { addReturnLabels, listReturnLabels, removeReturnLabels } from './returns-book/return-labels.ts'
import { cancelReturnsTry, readReturnsTry, tryReturnsDraft } from './returns-book/try-draft.ts'

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
