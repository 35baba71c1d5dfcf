import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { bind } from '../../http/bind.ts'
import { listReturnPhotos, readPageSettings, readReturnPhoto, savePageSettings } from './settings.ts'

export const shoppersPageRoutes = bind(shoppersPage, {
  read: readPageSettings,
  save: savePageSettings,
  photos: listReturnPhotos,
  photo: readReturnPhoto,
})
