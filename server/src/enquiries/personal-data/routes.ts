import { personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import { bind } from '../../http/bind.ts'
import { erasePerson } from './erase-person.ts'
import { exportErasures, exportPerson } from './export-person.ts'
import { findPerson } from './find-person.ts'
import { listErasures } from './list-erasures.ts'
import { previewErasure } from './preview-erasure.ts'

export const personalDataRoutes = bind(personalData, {
  find: findPerson,
  preview: previewErasure,
  export: exportPerson,
  erase: erasePerson,
  erasures: listErasures,
  exportErasures,
})
