import { reportFiles } from '@despatch/contract/reports/report-files'
import { type Bound, bind } from '../../http/bind.ts'
import { getEmbedToken } from './embed-token.ts'
import { create, file, status } from './report-calls.ts'

export const reportFileRoutes: Bound[] = bind(reportFiles, { getEmbedToken, create, status, file })
