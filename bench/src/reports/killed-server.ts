import { openDatabase } from '@despatch/server/database/database'
import { runExports } from '@despatch/server/exports/export-jobs'
import { openJobs } from '@despatch/server/jobs/jobs'
import { WORKER } from './worker-address.ts'

// A server that makes exports until it is killed.
const address = JSON.parse(process.argv[2] ?? '{}') as { appUrl: string }
const log = { warn() {}, error() {} }
const jobs = await openJobs({ ...address, log })
await runExports({ ...address, database: openDatabase(address), jobs, log, worker: WORKER })
