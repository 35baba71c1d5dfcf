import { allClients } from '@despatch/contract/routing/all-clients/all-clients'
import { bind } from '../../http/bind.ts'
import { changeClients } from './change-clients.ts'
import { previewChange } from './preview-change.ts'
import { undoChange } from './undo-change.ts'

export const allClientsRoutes = bind(allClients, {
  preview: previewChange,
  change: changeClients,
  undo: undoChange,
})
