import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { bind } from '../../http/bind.ts'
import { listCarriers } from './list-carriers.ts'
import { countAges, countStates, listParcels } from './list-parcels.ts'
import { getParcel } from './get-parcel.ts'

export const parcelsRoutes = bind(parcels, {
  list: listParcels,
  states: countStates,
  ages: countAges,
  carriers: listCarriers,
  one: getParcel,
})
