import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { bind } from '../../http/bind.ts'
import { listCarriers } from './list-carriers.ts'
import { countStates, listParcels } from './list-parcels.ts'
import { getParcel } from './get-parcel.ts'

export const parcelsRoutes = bind(parcels, {
  list: listParcels,
  states: countStates,
  carriers: listCarriers,
  one: getParcel,
})
