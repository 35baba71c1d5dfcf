import { cutOffs } from '@despatch/contract/routing/cut-offs/cut-offs'
import { bind } from '../../http/bind.ts'
import { listCutOffs, listCutOffsToday, removeCutOffs, saveCutOffs } from './cut-offs.ts'
import { saveDespatchTimes } from './save-despatch-times.ts'

export const cutOffRoutes = bind(cutOffs, {
  list: listCutOffs,
  save: saveCutOffs,
  remove: removeCutOffs,
  saveTimes: saveDespatchTimes,
  today: listCutOffsToday,
})
