import { parcels } from '@despatch/contract/parcels/parcels'
import { bind } from '../app/bind.ts'

export const parcelsRoutes = bind(parcels, {})
