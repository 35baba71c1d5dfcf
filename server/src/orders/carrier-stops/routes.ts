import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { bind } from '../../http/bind.ts'
import { bringBack, previewBringBack } from './bring-back.ts'
import { listStops } from './list-stops.ts'
import { previewMoves } from './preview-moves.ts'
import { endStop, moveFromCarrier, stopCarrier, undoStop } from './stop-carrier.ts'

export const carrierStopRoutes = bind(carrierStops, {
  list: listStops,
  preview: previewMoves,
  stop: stopCarrier,
  move: moveFromCarrier,
  end: endStop,
  undo: undoStop,
  bringBackPreview: previewBringBack,
  bringBack,
})
